import { createSemaphore } from '../../base/semaphore.ts';
import { AppError } from '../../base/errors.ts';

/** Each may hold a state or run a provider, for as long as servers take that strangers name. */
const AT_ONCE = 4;
const WAIT_MS = 10_000;

const turns = createSemaphore(AT_ONCE);

/** Runs a verification once it has its turn in this process. Throws 503 where too many take too long. */
export async function inTurn<Result>(verify: () => Promise<Result>): Promise<Result> {
  const release = await turns.acquire(AbortSignal.timeout(WAIT_MS));
  if (!release)
    throw new AppError('unavailable', 'This server is verifying as much as it can at once; try again.', {
      retryAfter: 10,
    });
  try {
    return await verify();
  } finally {
    release();
  }
}
