import { randomBytes } from 'node:crypto';
import type { Stage } from './types.ts';

/** Where the value of a parameter ends in an address, as JSON and XML have it, too. */
const VALUE = String.raw`[^&"'<>\s\\]*`;
/** A link is as good as credentials by these parts of it: of signatures of version 4, and 2. */
const SIGNED = new RegExp(`((?:X-Amz-Signature|[?&;]Signature)=)${VALUE}`, 'g');
const TOKEN = new RegExp(`((?:X-Amz-Security-Token)=)${VALUE}`, 'gi');

/**
 * Takes the signatures out of links in answers: the description of a function has one to its code. They are replaced by others that
 * nobody made, and differ each time as real ones do: a link that stayed the same would seem to be a setting.
 */
export const unsigned: Stage = (next) => async (call, signal) => {
  const answer = await next(call, signal);
  const { body } = answer;
  if (!Buffer.isBuffer(body) || !body.includes('Signature=')) return answer;
  const text = body
    .toString('latin1')
    .replaceAll(SIGNED, (_, name: string) => `${name}${randomBytes(32).toString('hex')}`)
    .replaceAll(TOKEN, '$1');
  return { ...answer, body: Buffer.from(text, 'latin1') };
};
