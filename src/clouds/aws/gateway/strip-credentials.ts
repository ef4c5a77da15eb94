import { randomBytes } from 'node:crypto';
import type { Stage, Call, CloudAnswer, CloudCredentials } from './call/types.ts';
import { errorAnswer, errorCodeOf } from './call/errors.ts';

/** A parameter's value in a URL, which may stand in JSON or XML. */
const VALUE = String.raw`[^&"'<>\s\\]*`;
/** The parameters of version 4 and 2 signatures that make a URL as powerful as credentials. */
const SIGNED = new RegExp(`((?:X-Amz-Signature|[?&;]Signature)=)${VALUE}`, 'g');
const TOKEN = new RegExp(`((?:X-Amz-Security-Token)=)${VALUE}`, 'gi');

/**
 * Removes the signatures from URLs in answers: the description of a function has a URL to its code. They are replaced
 * by random values that differ each time, as real signatures do: a constant URL would look like a setting.
 */
export const stripSignatures: Stage = (next) => async (call, signal) => {
  const answer = await next(call, signal);
  const { body } = answer;
  if (!Buffer.isBuffer(body) || !body.includes('Signature=')) return answer;
  const text = body
    .toString('latin1')
    .replaceAll(SIGNED, (_, name: string) => `${name}${randomBytes(32).toString('hex')}`)
    .replaceAll(TOKEN, '$1');
  return { ...answer, body: Buffer.from(text, 'latin1') };
};

/** A run of letters and digits, which no notation escapes. */
const RUN = /[A-Za-z0-9]{12,}/g;

/** The part of a secret that identifies it in any notation; undefined for a plain word. */
function signOf(secret: string): string | undefined {
  const runs = (secret.match(RUN) ?? []).toSorted((a, b) => b.length - a.length);
  return runs[0] ?? (secret.length < 12 ? undefined : secret);
}

/**
 * An answer without the credentials that the call was signed with. Services repeat them in errors: S3 the expired
 * token, others all that they expected to be signed. Such an error is replaced by one with the same code.
 */
export function withoutCredentials({ action }: Call, answer: CloudAnswer, credentials: CloudCredentials): CloudAnswer {
  const { status, headers, body } = answer;
  if (status < 400 || !Buffer.isBuffer(body) || body.length === 0) return answer;
  const signs = [credentials.accessKeyId, credentials.secretAccessKey, credentials.sessionToken ?? '']
    .map(signOf)
    .filter((sign) => sign !== undefined);
  const text = body.toString('latin1');
  if (!signs.some((sign) => text.includes(sign))) return answer;
  const message = 'AWS did not accept how the request was signed. What it said repeats credentials, and is left out.';
  const said = errorAnswer(action.protocol, status, errorCodeOf(answer) ?? 'AccessDenied', message);
  // The date shows whether our clock is wrong.
  return { ...said, headers: { ...said.headers, ...(headers['date'] !== undefined && { date: headers['date'] }) } };
}
