import { createHash } from 'node:crypto';

/** A short digest, which differs for different values. */
export const digestOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url');
