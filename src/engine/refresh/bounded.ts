import { createSemaphore } from '../../base/semaphore.ts';
import type { StateObject } from '../../base/state-source.ts';

/**
 * Runs `work` over the items, at most `limit` at the same time. After the first failure no more items start; it is
 * thrown when all running items have ended.
 */
export async function forEachBounded<T>(
  items: Iterable<T>,
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.iterator]();
  let failure: { error: unknown } | undefined;
  const worker = async () => {
    for (let next = iterator.next(); !next.done && !failure; next = iterator.next()) {
      try {
        await work(next.value);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: limit }, worker));
  if (failure) throw failure.error;
}

/** Total size of the states that are in memory at the same time, in bytes. A larger state is processed alone. */
const HELD_BYTES = 8_000_000;

/** Runs `work` over states like `forEachBounded`, and limits the total size of the states in memory. */
export async function forEachState<T extends StateObject>(
  states: Iterable<T>,
  limit: number,
  work: (state: T) => Promise<void>,
): Promise<void> {
  const held = createSemaphore(HELD_BYTES);
  await forEachBounded(states, limit, (state) => held.run(() => work(state), state.size));
}
