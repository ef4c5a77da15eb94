import { AppError } from '../../base/errors.ts';
import { inSlices } from '../base/in-slices.ts';

/**
 * The time limit for resolving the owners of all states of an organization: people may choose patterns and keys that
 * are slow to match.
 */
const MAX_MS = 10_000;

/** Runs a step for each state of a list. */
export type OverStates = <T>(states: readonly T[], step: (state: T) => void) => Promise<void>;

/**
 * Processes many states and yields to other work in between. All lists share the time limit; throws 503 when it is
 * exceeded, so that no result covers only some of the states.
 */
export function overStates(signal?: AbortSignal): OverStates {
  const budget = { leftMs: MAX_MS, signal };
  return async (states, step) => {
    if (!(await inSlices(states, budget, step)))
      throw new AppError('unavailable', 'There are too many claims and states to compare in time: map states by hand.');
  };
}

/** The states that `isWanted` accepts. */
export async function filterStates<T>(
  over: OverStates,
  states: readonly T[],
  isWanted: (state: T) => boolean,
): Promise<T[]> {
  const found: T[] = [];
  await over(states, (state) => {
    if (isWanted(state)) found.push(state);
  });
  return found;
}
