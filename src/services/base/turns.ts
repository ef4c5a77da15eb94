import { AppError } from '../../base/errors.ts';
import { createFairQueue } from '../../base/fair-queue.ts';

/** The maximal number of waiting calls of one owner. */
const MAX_WAITING = 4;
const TRY_AGAIN_S = 5;

/** Runs work when it is the turn of its owner (`by`). A caller that aborts (`signal`) leaves the queue. */
type Turns = <T>(by: string, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/** The error of a caller who has gone; nobody reads it. */
export const gaveUp = () => new AppError('bad_request', 'The client closed the connection before the answer.');

/**
 * A queue for work that is too heavy to run concurrently: one call runs at a time, and owners take turns, however many
 * calls each of them has waiting. Throws 429 if an owner has too many waiting, and 400, which nobody reads, if the
 * caller aborted.
 */
export function createTurns(): Turns {
  const waiting = createFairQueue<() => void, string>();
  let busy = false;

  function next(): void {
    const start = waiting.take(() => true);
    busy = start !== undefined;
    start?.();
  }

  async function turnOf(by: string, signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted) throw gaveUp();
    if (!busy) {
      busy = true;
      return;
    }
    if (waiting.sizeOf(by) >= MAX_WAITING)
      throw new AppError(
        'rate_limited',
        'Several of these are asked for already and not answered yet: wait for their answers.',
        { retryAfter: TRY_AGAIN_S },
      );
    const { promise: turn, resolve: start, reject } = Promise.withResolvers<void>();
    const leave = () => {
      waiting.remove(by, start);
      reject(gaveUp());
    };
    waiting.push(by, start);
    signal?.addEventListener('abort', leave);
    await turn.finally(() => signal?.removeEventListener('abort', leave));
  }

  return async (by, work, signal) => {
    await turnOf(by, signal);
    try {
      return await work();
    } finally {
      next();
    }
  };
}
