import { appendFileSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '../../../src/base/json.ts';
import type { Call } from '../provider.ts';

/**
 * What a fake provider is to do, beside what its resources' own attributes say. Read anew at every call, so that a test
 * can change it while the provider runs.
 */
export type FakeControl = {
  /** The behaviour (see `behaviours.ts`) when an instance is read, by id; `*` is every other one. */
  read?: Readonly<Record<string, readonly string[]>>;
  /** The behaviour at a call without an instance: `GetProviderSchema`, `ConfigureProvider`. */
  calls?: Readonly<Record<string, readonly string[]>>;
  /** The live value of an instance, by id: attributes that differ from its state, or null when it is gone. */
  live?: Readonly<Record<string, JsonObject | null>>;
};

const CONTROL = 'control.json';
const CALLS = 'calls.jsonl';

/** Tells every fake provider that was installed with this directory what to do from now on. */
export async function writeControl(directory: string, control: FakeControl): Promise<void> {
  const next = join(directory, `${CONTROL}.next`);
  await writeFile(next, JSON.stringify(control));
  await rename(next, join(directory, CONTROL));
}

/** The instructions to a fake provider; empty without a control file. */
export async function readControl(directory: string | undefined): Promise<FakeControl> {
  if (directory === undefined) return {};
  const text = await readFile(join(directory, CONTROL), 'utf8').catch(() => '{}');
  return JSON.parse(text) as FakeControl;
}

/** The calls that fake providers with this directory have got so far, in order; `call: 'panic'` marks each panic. */
export async function readCalls(directory: string): Promise<Call[]> {
  const text = await readFile(join(directory, CALLS), 'utf8').catch(() => '');
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Call);
}

/** Records a call before it is answered: the process may end before the answer. */
export function logCall(directory: string | undefined, call: Omit<Call, 'pid'>): void {
  if (directory === undefined) return;
  appendFileSync(join(directory, CALLS), `${JSON.stringify({ pid: process.pid, ...call })}\n`);
}
