import { AppError } from '../../base/errors.ts';
import { createFairQueue } from '../../base/fair-queue.ts';

/** Waiting, of one organization. */
const MAX_WAITING = 4;
const TRY_AGAIN_S = 5;

/** Runs work when it is the turn of its owner; a caller that aborts (`signal`) is skipped, and waits no more. */
type Turns = <T>(by: string, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/** The error of a caller who has gone; nobody reads it. */
export const gaveUp = () => new AppError('bad_request', 'Nobody waits for the answer any more.');

/**
 * For work that is too heavy to be done many times at once: one does it at a time, and each in turn, however much each has asked for. 429
 * for one who has too much waiting already; 400, which nobody reads, for one who gave up.
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
