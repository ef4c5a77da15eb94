import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** `bytes` as base62 digits in ASCII order, left-padded to `length`: the order of the numbers is the order of the texts. */
export function base62(bytes: Uint8Array, length: number): string {
  let n = BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`);
  let out = '';
  for (; n > 0n; n /= 62n) out = ALPHABET[Number(n % 62n)] + out;
  return out.padStart(length, '0');
}

/** The form of incident ids: their authors may choose them. */
export const INCIDENT_ID = '^[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$';

const ORGANIZATION = /^org_[0-9A-Za-z]{1,64}$/;

/** Whether a text has the form of an organization's id: no login of an organization on GitHub holds an underscore. */
export const isOrganizationId = (text: string): boolean => ORGANIZATION.test(text);

export type IdPrefix =
  | 'org'
  | 'repo'
  | 'an'
  | 'inc'
  | 'key'
  | 'aud'
  | 'ign'
  | 'dlv'
  | 'del'
  | 'hook'
  | 'msg'
  | 'req'
  | 'ses';

/**
 * A sortable random id such as `an_0V3mKq…`: 48 bits of milliseconds, then 80 random bits, in base62. Ids made later
 * sort later (to the millisecond), so "newest first" needs no second column.
 */
export function newId(prefix: IdPrefix, now: number = Date.now()): string {
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(now, 0, 6);
  randomBytes(10).copy(bytes, 6);
  return `${prefix}_${base62(bytes, 22)}`;
}
