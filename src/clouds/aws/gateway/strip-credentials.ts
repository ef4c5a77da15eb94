import { randomBytes } from 'node:crypto';
import type { Stage, Call, CloudAnswer, CloudCredentials } from './call/types.ts';
import { errorAnswer, errorCodeOf } from './call/errors.ts';

/** Where the value of a parameter ends in an address, as JSON and XML have it, too. */
const VALUE = String.raw`[^&"'<>\s\\]*`;
/** A link is as good as credentials by these parts of it: of signatures of version 4, and 2. */
const SIGNED = new RegExp(`((?:X-Amz-Signature|[?&;]Signature)=)${VALUE}`, 'g');
const TOKEN = new RegExp(`((?:X-Amz-Security-Token)=)${VALUE}`, 'gi');

/**
 * Takes the signatures out of links in answers: the description of a function has one to its code. They are replaced by others that
 * nobody made, and differ each time as real ones do: a link that stayed the same would seem to be a setting.
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

/** Letters and digits that stand together, of which no notation escapes one. */
const RUN = /[A-Za-z0-9]{12,}/g;

/** The part by which a secret is recognized, however it is written; undefined for a plain word. */
function signOf(secret: string): string | undefined {
  const runs = (secret.match(RUN) ?? []).toSorted((a, b) => b.length - a.length);
  return runs[0] ?? (secret.length < 12 ? undefined : secret);
}

/**
 * The answer without the credentials that the call was signed with. Services repeat them where they do not like them: S3 the token
 * that has expired, others all that they had expected to be signed. An error that does so is said anew, with its code.
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
  // The date shows whose clock is wrong.
  return { ...said, headers: { ...said.headers, ...(headers['date'] !== undefined && { date: headers['date'] }) } };
}
