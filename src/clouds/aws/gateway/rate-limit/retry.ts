import { THROTTLE_CODES } from '../../../../base/aws-errors.ts';
import { errorCodeOf, UpstreamError } from '../call/errors.ts';
import type { CloudAnswer, Headers } from '../call/types.ts';

/** The outcome of a call: answered, throttled, or failed by the service. */
export type CallEnd = 'answered' | 'throttled' | 'failed';

const THROTTLES: ReadonlySet<string> = new Set(THROTTLE_CODES);

/** Codes of transient errors whose status does not say so (RequestTimeout is S3's 400). */
const PASSING_ERRORS: ReadonlySet<string> = new Set(['RequestTimeout', 'RequestTimeoutException', 'InternalError']);

/** The outcome of a call by its answer. */
export function endOf(answer: CloudAnswer): CallEnd {
  if (answer.status < 400) return 'answered';
  const code = errorCodeOf(answer);
  // `Throttling.User`, `Throttling.Api`: what counts stands before the dot.
  if (answer.status === 429 || (code !== undefined && THROTTLES.has(code.split('.')[0] ?? code))) return 'throttled';
  // What is not implemented will not be so the next time.
  const unwell = answer.status >= 500 && answer.status !== 501;
  return unwell || (code !== undefined && PASSING_ERRORS.has(code)) ? 'failed' : 'answered';
}

/** Whether a retry may help after this error. */
export function passes(problem: unknown): boolean {
  return problem instanceof UpstreamError && problem.kind !== 'credentials';
}

/** The longest pause before the second try, doubled with each further one up to a maximum. */
const PAUSES: Readonly<Record<Exclude<CallEnd, 'answered'>, { firstMs: number; mostMs: number }>> = {
  throttled: { firstMs: 500, mostMs: 8_000 },
  failed: { firstMs: 250, mostMs: 2_000 },
};

/**
 * How long to wait after that many tries. Full jitter, so that those who were throttled together do not come back
 * together (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/); as long as the answer says, where it does.
 */
export function pauseMs(end: Exclude<CallEnd, 'answered'>, tries: number, headers: Headers): number {
  const { firstMs, mostMs } = PAUSES[end];
  const jittered = Math.random() * Math.min(mostMs, firstMs * 2 ** (tries - 1));
  const said = Number(headers['retry-after']);
  return said > 0 ? said * 1000 + jittered : jittered;
}

/** Resolves after the time; rejects with the signal's reason when that comes first. */
export function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(reasonOf(signal));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

/** The reason of an abort, as an error. */
export function reasonOf(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error('Aborted', { cause: signal.reason });
}
