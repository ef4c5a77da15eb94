import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { base62 } from '../../base/ids.ts';

const SHAPE = /^plk_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;

function checksum(body: string): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(body));
  return base62(bytes, 6);
}

/** Creates a key: `plk_`, 32 random bytes in base62, and a CRC32, which distinguishes typing errors from wrong keys. */
export function newKey(): string {
  const body = base62(randomBytes(32), 43);
  return `plk_${body}${checksum(body)}`;
}

/** True if `text` has the form of a key and a valid checksum. Other texts are not looked up in the database. */
export function isKeyShaped(text: string): boolean {
  const match = SHAPE.exec(text);
  return match !== null && checksum(match[1] ?? '') === match[2];
}

/** The stored form of a key: its SHA-256. The key has 256 bits of entropy, so no slower hash is needed. */
export function hashKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}
