import { randomBytes, timingSafeEqual } from 'node:crypto';
import { base62 } from '../../base/ids.ts';
import type { SessionLinkRow, SessionRow } from '../../store/queries/sessions.ts';
import { hashKey } from '../keys/format.ts';
import { holds, type Principal, type Scope } from '../base/context.ts';
import { isAlive } from '../keys/authenticate.ts';

const SHAPE = /^[0-9A-Za-z]{43}$/;

/** Creates the secret of a session or a link: 32 random bytes in base62. */
export const newSecret = (): string => base62(randomBytes(32), 43);

/** True if a text has the form of a secret. Other texts are not looked up in the database. */
export const isSecretShaped = (text: string): boolean => SHAPE.test(text);

/** The stored form of a secret: its SHA-256, as for keys. */
export const hashSecret = hashKey;

/** The name of a sign-in link in the audit log: a part of its SHA-256 that is too short to be of use. */
export const linkName = (hash: Uint8Array): string => `link_${Buffer.from(hash).toString('hex').slice(0, 16)}`;

type Row = SessionRow | SessionLinkRow;

/** The key of a row; undefined if it is the operator's. */
function keyOf({ key_id, key_org_id: org_id, key_name: name, key_hint: hint, key_scopes: scopes }: Row) {
  if (key_id === null || org_id === null || name === null || hint === null || scopes === null) return undefined;
  return { kind: 'key', key_id, org_id, name, hint, scopes } as const;
}

/**
 * The principal of a session or a link at `now`: the holder of its key, with the scopes that both allow, or the
 * operator. Undefined if the row has expired, or its key is revoked, expired or replaced.
 */
export function principalOf(row: Row, operatorHash: Uint8Array, now: Date): Principal | undefined {
  if (row.expires_at <= now) return undefined;
  if (row.operator_hash !== null)
    return timingSafeEqual(row.operator_hash, operatorHash) ? { kind: 'operator' } : undefined;
  const key = keyOf(row);
  if (!key || !isAlive({ revoked_at: row.key_revoked_at, expires_at: row.key_expires_at }, now)) return undefined;
  return { ...key, scopes: row.scopes.filter((scope) => holds(key, scope as Scope)) };
}

/** The end of a session: it does not outlive its key. */
export function endOf(row: Pick<SessionRow, 'expires_at' | 'key_expires_at'>): Date {
  return row.key_expires_at !== null && row.key_expires_at < row.expires_at ? row.key_expires_at : row.expires_at;
}
