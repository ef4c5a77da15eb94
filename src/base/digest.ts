import { createHash } from 'node:crypto';

/** A short digest of a value, which differs as soon as the value does. */
export const digestOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url');
