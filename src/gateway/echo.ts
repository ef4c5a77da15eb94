import { errorAnswer } from './error-answer.ts';
import { errorCodeOf } from './error-code.ts';
import type { Call, CloudAnswer, CloudCredentials } from './types.ts';

/** Letters and digits that stand together, of which no notation escapes one. */
const RUN = /[A-Za-z0-9]{12,}/g;

/** What a secret can be told by, however it is written; undefined for one that is a word. */
function signOf(secret: string): string | undefined {
  const runs = (secret.match(RUN) ?? []).toSorted((a, b) => b.length - a.length);
  return runs[0] ?? (secret.length < 12 ? undefined : secret);
}

/**
 * The answer without the credentials that the call was signed with. Services repeat them where they do not like them: S3 the token
 * that has expired, others all that they had expected to be signed. An error that does so is said anew, with its code.
 */
export function withoutEcho({ action }: Call, answer: CloudAnswer, credentials: CloudCredentials): CloudAnswer {
  const { status, headers, body } = answer;
  if (status < 400 || !Buffer.isBuffer(body) || body.length === 0) return answer;
  const known = [credentials.accessKeyId, credentials.secretAccessKey, credentials.sessionToken ?? '']
    .map(signOf)
    .filter((sign) => sign !== undefined);
  const text = body.toString('latin1');
  if (!known.some((sign) => text.includes(sign))) return answer;
  const message = 'AWS did not accept how the request was signed. What it said repeats credentials, and is left out.';
  const said = errorAnswer(action.protocol, status, errorCodeOf(answer) ?? 'AccessDenied', message);
  // By the date it is told whose clock is wrong.
  return { ...said, headers: { ...said.headers, ...(headers['date'] !== undefined && { date: headers['date'] }) } };
}
