import { appendFileSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '../../../src/base/json.ts';
import type { Call } from '../provider.ts';

/**
 * The instructions for a fake provider, beside the attributes of its resources. It reads them anew at every call, so
 * that a test can change them while the provider runs.
 */
export type FakeControl = {
  /** The behaviours (see `behaviours.ts`) when an instance is read, by its id; `*` is for all other instances. */
  read?: Readonly<Record<string, readonly string[]>>;
  /** The behaviours at calls without an instance: `GetProviderSchema`, `ConfigureProvider`. */
  calls?: Readonly<Record<string, readonly string[]>>;
  /** The live values of instances, by id: attributes that differ from the state, or null if the instance is deleted. */
  live?: Readonly<Record<string, JsonObject | null>>;
  /** The objects that `fake_server` lists, by id: those of states, and others. Their values are in `live`. */
  servers?: readonly string[];
};

const CONTROL = 'control.json';
const CALLS = 'calls.jsonl';

/** Writes the instructions for all fake providers that were installed with this directory. */
export async function writeControl(directory: string, control: FakeControl): Promise<void> {
  const next = join(directory, `${CONTROL}.next`);
  await writeFile(next, JSON.stringify(control));
  await rename(next, join(directory, CONTROL));
}

/** Reads the instructions for a fake provider; empty without a control file. */
export async function readControl(directory: string | undefined): Promise<FakeControl> {
  if (directory === undefined) return {};
  const text = await readFile(join(directory, CONTROL), 'utf8').catch(() => '{}');
  return JSON.parse(text) as FakeControl;
}

/** The calls that fake providers with this directory have received, in order; `call: 'panic'` marks each panic. */
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
