import { randomFillSync } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** `bytes` in base62, with digits in ASCII order, left-padded to `length`: texts sort like the numbers. */
export function base62(bytes: Uint8Array, length: number): string {
  const rest = Uint8Array.from(bytes);
  let out = '';
  for (let from = 0; ;) {
    while (rest[from] === 0) from += 1;
    if (from >= rest.length) return out.padStart(length, '0');
    let digit = 0;
    for (let i = from; i < rest.length; i++) {
      const value = digit * 256 + (rest[i] ?? 0);
      rest[i] = Math.floor(value / 62);
      digit = value % 62;
    }
    out = (ALPHABET[digit] ?? '') + out;
  }
}

const drawn = Buffer.alloc(4096);
let used = drawn.length;

/** Random bytes for ids, drawn in bulk, since each draw is a system call. The returned bytes are overwritten later. */
export function random(count: number): Uint8Array {
  if (used + count > drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  used += count;
  return drawn.subarray(used - count, used);
}

/** The form of incident ids, which their authors may choose. */
export const INCIDENT_ID = '^[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$';

const ORGANIZATION = /^org_[0-9A-Za-z]{1,64}$/;

/** Whether a text has the form of an organization's id: no GitHub login contains an underscore. */
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
  | 'ses'
  | 'obj';

/**
 * A sortable random id such as `an_0V3mKq…`: 48 bits of milliseconds, then 80 random bits, in base62. Ids sort by their
 * time (to the millisecond), so "newest first" needs no second column.
 */
export function newId(prefix: IdPrefix, now: number = Date.now()): string {
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes.set(random(10), 6);
  return `${prefix}_${base62(bytes, 22)}`;
}
