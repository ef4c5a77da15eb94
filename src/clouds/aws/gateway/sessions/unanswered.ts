import { errorCodeOf } from '../call/errors.ts';
import type { Call, CloudAnswer, Unanswered } from '../call/types.ts';

/** The maximum number of calls remembered for a session, and the bytes of each body. */
const MAX_REMEMBERED = 500;
const MAX_TEXT_LENGTH = 8_192;

/** Errors that say nothing about the resource, from services that have another error for a missing one. */
const SAYS_NOTHING =
  /Throttl|TooManyRequests|RequestLimit|SlowDown|Expired|AccessDenied|Unauthorized|NotAuthorized|InvalidClientToken|Signature|AuthFailure|Plumbline/;

/** True where a resource may exist despite this answer. A HEAD's answer has only a status: only 404 means missing. */
function isOpen({ request }: Call, answer: CloudAnswer): boolean {
  const { status } = answer;
  if (status === 404) return false;
  if (request.method === 'HEAD') return status >= 300 && status !== 304;
  if (status < 400) return false;
  return status >= 500 || [401, 403, 429].includes(status) || SAYS_NOTHING.test(errorCodeOf(answer) ?? '');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

function inWords({ action }: Call, answer: CloudAnswer): string {
  const { status } = answer;
  const code = errorCodeOf(answer);
  const [permission] = action.permissions;
  return [
    `${action.service}:${action.name} was answered with StatusCode: ${status}`,
    ...(code === undefined ? [] : [`api error ${code}`]),
    ...(status === 403 && permission !== undefined ? [`perhaps it is not authorized to perform: ${permission}`] : []),
  ].join(', ');
}

/**
 * Remembers unanswered calls, and when the cloud last answered. Some reads take any error for "not found", such as a
 * bucket's: its first call is a HEAD, whose error has no text.
 */
export function createUnanswered(): Unanswered {
  const noted: { at: number; text: string; said: string }[] = [];
  let answeredAt = -1;
  return {
    note(call, answer) {
      if (!isOpen(call, answer)) {
        // STS answers every caller, whatever its permissions.
        if (call.action.service !== 'sts') answeredAt = performance.now();
        return;
      }
      const { host, target, body } = call.request;
      const text = `${host} ${decoded(target)} ${decoded(body.toString('latin1', 0, MAX_TEXT_LENGTH))}`;
      noted.push({ at: performance.now(), text, said: inWords(call, answer) });
      if (noted.length > MAX_REMEMBERED) noted.shift();
    },
    about: (names, since) =>
      noted.find(({ at, text }) => at >= since && names.some((name) => name !== '' && text.includes(name)))?.said,
    isAnswered: (since) => answeredAt >= since,
  };
}
