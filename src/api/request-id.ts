import { randomBytes } from 'node:crypto';
import { base62 } from '../base/ids.ts';

/** What tells one request from all others, in its answer and in the log. */
export function newRequestId(): string {
  return `req_${base62(randomBytes(12), 17)}`;
}
