import { THROTTLE_CODES } from '../../../../base/aws-errors.ts';
import { errorCodeOf, UpstreamError } from '../call/errors.ts';
import type { CloudAnswer, Headers } from '../call/types.ts';

/** The outcome of a call: answered, throttled, or failed by the service. */
export type CallEnd = 'answered' | 'throttled' | 'failed';

const THROTTLES: ReadonlySet<string> = new Set(THROTTLE_CODES);

/** Codes of transient errors that the status does not show (RequestTimeout is S3's 400). */
const PASSING_ERRORS: ReadonlySet<string> = new Set(['RequestTimeout', 'RequestTimeoutException', 'InternalError']);

/** The outcome of a call by its answer. */
export function endOf(answer: CloudAnswer): CallEnd {
  if (answer.status < 400) return 'answered';
  const code = errorCodeOf(answer);
  // Of `Throttling.User` or `Throttling.Api`, only the part before the dot counts.
  if (answer.status === 429 || (code !== undefined && THROTTLES.has(code.split('.')[0] ?? code))) return 'throttled';
  // A retry does not help where an operation is not implemented.
  const unwell = answer.status >= 500 && answer.status !== 501;
  return unwell || (code !== undefined && PASSING_ERRORS.has(code)) ? 'failed' : 'answered';
}

/** True where a retry may help after this error. */
export function passes(problem: unknown): boolean {
  return problem instanceof UpstreamError && problem.kind !== 'credentials';
}

/** The maximum pause before the second try, doubled with each further try up to `mostMs`. */
const PAUSES: Readonly<Record<Exclude<CallEnd, 'answered'>, { firstMs: number; mostMs: number }>> = {
  throttled: { firstMs: 500, mostMs: 8_000 },
  failed: { firstMs: 250, mostMs: 2_000 },
};

/**
 * The pause after `tries` tries. Full jitter, so that clients that were throttled together do not return together
 * (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/). A `retry-after` of the answer is added.
 */
export function pauseMs(end: Exclude<CallEnd, 'answered'>, tries: number, headers: Headers): number {
  const { firstMs, mostMs } = PAUSES[end];
  const jittered = Math.random() * Math.min(mostMs, firstMs * 2 ** (tries - 1));
  const said = Number(headers['retry-after']);
  return said > 0 ? said * 1000 + jittered : jittered;
}

/** Resolves after `ms`. Rejects with the signal's reason when that aborts first. */
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
