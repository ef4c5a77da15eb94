import { createSemaphore } from '../../base/semaphore.ts';
import { AppError } from '../../base/errors.ts';

/** Each verification may hold a state or a provider process for as long as a server that the caller named takes. */
const AT_ONCE = 4;
const WAIT_MS = 10_000;

const turns = createSemaphore(AT_ONCE);

/** Runs a verification when a slot of this process is free. Throws 503 if none becomes free in time. */
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
