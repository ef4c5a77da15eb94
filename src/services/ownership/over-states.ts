import { AppError } from '../../base/errors.ts';
import { inSlices } from '../base/in-slices.ts';

/** The time limit for resolving the owners of all states of an organization: patterns and keys may be as bad as people can make them. */
const MAX_MS = 10_000;

/** Does a step for each of some states, one list after the other. */
export type OverStates = <T>(states: readonly T[], step: (state: T) => void) => Promise<void>;

/**
 * Processes many states while others have their turn. All lists together share the time limit; throws 503 where it is not enough,
 * so that no result covers only a part of the states.
 */
export function overStates(signal?: AbortSignal): OverStates {
  const budget = { leftMs: MAX_MS, signal };
  return async (states, step) => {
    if (!(await inSlices(states, budget, step)))
      throw new AppError('unavailable', 'There are too many claims and states to compare in time: map states by hand.');
  };
}

/** Those of some states that are wanted. */
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
