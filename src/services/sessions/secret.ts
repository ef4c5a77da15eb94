import { randomBytes } from 'node:crypto';
import { base62 } from '../../base/ids.ts';
import { hashKey } from '../keys/format.ts';

const SHAPE = /^[0-9A-Za-z]{43}$/;

/** A new secret of a session or a link: 32 random bytes in base62. */
export const newSecret = (): string => base62(randomBytes(32), 43);

/** True where a text is worth a look into the database. */
export const isSecretShaped = (text: string): boolean => SHAPE.test(text);

/** What is stored of it: its SHA-256, as of a key. */
export const hashSecret = hashKey;

/** What a sign-in link is called in the audit log: too little of its SHA-256 to be of use to anybody. */
export const linkName = (hash: Uint8Array): string => `link_${Buffer.from(hash).toString('hex').slice(0, 16)}`;
