import { createHash } from 'node:crypto';

/** What the first event of a chain follows. */
export const GENESIS = '0'.repeat(64);

/**
 * SHA-256 over the fields of an audit event, each as `<bytes>:<text>` or `-` for null, so that no two lists of fields are
 * the same text. The database computes it when an event is written (`audit_event_hash`); here it is computed anew, because
 * who can change rows of a database can change its functions, too.
 */
export function hashOfEvent(fields: readonly (string | null)[]): string {
  const text = fields.map((field) => (field === null ? '-' : `${Buffer.byteLength(field)}:${field}`)).join(',');
  return createHash('sha256').update(text).digest('hex');
}
