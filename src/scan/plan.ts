import { messageOf } from '../base/errors.ts';
import { SourceProblem, type StateObject, type StateSource } from '../base/state-source.ts';
import type { StateReport } from '../drift/analysis.ts';
import { parseState, type State } from '../drift/state/parse.ts';
import { forEachBounded } from './bounded.ts';

/** One state object of the source: what is said of it, and the state itself where it could be read. */
export type PlannedState = { report: StateReport; state: State | undefined };

/** How many states are fetched at once. */
const FETCHES = 8;

async function load(source: StateSource, object: StateObject, signal: AbortSignal | undefined): Promise<PlannedState> {
  const blank = { key: object.key, serial: null, lineage: null, terraform_version: null, repo_id: null };
  const unreadable = (code: string, detail: string): PlannedState => ({
    report: { ...blank, status: 'unreadable', code, detail },
    state: undefined,
  });
  let bytes: Uint8Array;
  try {
    bytes = await source.read(object.key, signal);
  } catch (error) {
    if (!(error instanceof SourceProblem)) throw error;
    return unreadable(error.code, messageOf(error));
  }
  const parsed = parseState(bytes);
  if (!parsed.ok) return unreadable(parsed.code, parsed.detail);
  const { serial, lineage, terraformVersion } = parsed.state;
  return {
    report: { ...blank, serial, lineage, terraform_version: terraformVersion, status: 'read' },
    state: parsed.state,
  };
}

/**
 * Lists the states in scope and parses each. One that cannot be read is reported and never stops the others; a source
 * that cannot be listed throws `SourceProblem`. In the order of the source.
 */
export async function planStates(source: StateSource, signal?: AbortSignal): Promise<PlannedState[]> {
  const objects: StateObject[] = [];
  for await (const object of source.list(signal)) objects.push(object);
  const planned: PlannedState[] = [];
  await forEachBounded(objects.entries(), FETCHES, async ([i, object]) => {
    planned[i] = await load(source, object, signal);
  });
  return planned;
}
