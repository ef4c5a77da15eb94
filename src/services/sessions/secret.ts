import { randomBytes, timingSafeEqual } from 'node:crypto';
import { base62 } from '../../base/ids.ts';
import type { SessionLinkRow, SessionRow } from '../../store/queries/sessions.ts';
import { hashKey } from '../keys/format.ts';
import { holds, type Principal, type Scope } from '../base/context.ts';
import { isAlive } from '../keys/authenticate.ts';

const SHAPE = /^[0-9A-Za-z]{43}$/;

/** A new secret of a session or a link: 32 random bytes in base62. */
export const newSecret = (): string => base62(randomBytes(32), 43);

/** True where a text has the shape of a secret; only such a text is looked up in the database. */
export const isSecretShaped = (text: string): boolean => SHAPE.test(text);

/** What is stored of it: its SHA-256, as of a key. */
export const hashSecret = hashKey;

/** What a sign-in link is called in the audit log: too little of its SHA-256 to be of use to anybody. */
export const linkName = (hash: Uint8Array): string => `link_${Buffer.from(hash).toString('hex').slice(0, 16)}`;

type Row = SessionRow | SessionLinkRow;

/** The key that a row stands for; undefined where it is the operator's. */
function keyOf({ key_id, key_org_id: org_id, key_name: name, key_hint: hint, key_scopes: scopes }: Row) {
  if (key_id === null || org_id === null || name === null || hint === null || scopes === null) return undefined;
  return { kind: 'key', key_id, org_id, name, hint, scopes } as const;
}

/**
 * As whom a session or a link lets in at `now`: the holder of its key, with no more than both allow, or the operator;
 * undefined where it is over, or what it was made of is worth nothing any more.
 */
export function principalOf(row: Row, operatorHash: Uint8Array, now: Date): Principal | undefined {
  if (row.expires_at <= now) return undefined;
  if (row.operator_hash !== null)
    return timingSafeEqual(row.operator_hash, operatorHash) ? { kind: 'operator' } : undefined;
  const key = keyOf(row);
  if (!key || !isAlive({ revoked_at: row.key_revoked_at, expires_at: row.key_expires_at }, now)) return undefined;
  return { ...key, scopes: row.scopes.filter((scope) => holds(key, scope as Scope)) };
}

/** When a session ends at the latest: it does not outlive its key. */
export function endOf(row: Pick<SessionRow, 'expires_at' | 'key_expires_at'>): Date {
  return row.key_expires_at !== null && row.key_expires_at < row.expires_at ? row.key_expires_at : row.expires_at;
}
