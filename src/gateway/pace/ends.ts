import { THROTTLE_CODES } from '../../base/aws-errors.ts';
import { errorCodeOf } from '../error-code.ts';
import type { CloudAnswer } from '../types.ts';
import { UpstreamProblem } from '../problem.ts';
import type { CallEnd } from './lane.ts';

const THROTTLES: ReadonlySet<string> = new Set(THROTTLE_CODES);

/** Codes of trouble that passes, under a status that does not say so (RequestTimeout is S3's 400). */
const TROUBLES: ReadonlySet<string> = new Set(['RequestTimeout', 'RequestTimeoutException', 'InternalError']);

/** What an answer says of how its call ended. */
export function endOf(answer: CloudAnswer): CallEnd {
  if (answer.status < 400) return 'answered';
  const code = errorCodeOf(answer);
  // `Throttling.User`, `Throttling.Api`: what counts stands before the dot.
  if (answer.status === 429 || (code !== undefined && THROTTLES.has(code.split('.')[0] ?? code))) return 'throttled';
  // What is not implemented will not be so the next time.
  const unwell = answer.status >= 500 && answer.status !== 501;
  return unwell || (code !== undefined && TROUBLES.has(code)) ? 'trouble' : 'answered';
}

/** Whether asking again may help with what kept a call from being answered. */
export function passes(problem: unknown): boolean {
  return problem instanceof UpstreamProblem && problem.trouble !== 'credentials';
}
