import { createHash } from 'node:crypto';

/** By what it is known that a value is the same as before: a short text that is another one as soon as anything in it differs. */
export const digestOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url');
