import { timingSafeEqual } from 'node:crypto';
import { AppError } from '../../base/errors.ts';
import type { Store } from '../../store/database.ts';
import { touchApiKey } from '../../store/queries/api-keys.ts';
import type { Principal } from '../context.ts';
import { hashKey, isKeyShaped } from './format.ts';
import type { KeyLookup } from './look-up.ts';

/** `last_used_at` is exact to this, so that reading does not become writing. */
const TOUCH_EVERY_MS = 60_000;

/** One body for every reason, so that nothing can be learned about keys by trying. */
function refused(): AppError {
  return new AppError('unauthenticated', 'A valid API key is needed: send it as "Authorization: Bearer <key>".');
}

/**
 * Who sends this `Authorization` header. Throws 401, always the same, for a missing, malformed, unknown, expired or
 * revoked key.
 * @param operatorHash SHA-256 of the operator key
 */
export async function authenticate(
  { store, lookUp }: { store: Store; lookUp: KeyLookup },
  operatorHash: Uint8Array,
  header: string | undefined,
): Promise<Principal> {
  const token = /^Bearer +([\x21-\x7e]+) *$/i.exec(header ?? '')?.[1];
  if (token === undefined) throw refused();
  const hash = hashKey(token);
  if (timingSafeEqual(hash, operatorHash)) return { kind: 'operator' };
  if (!isKeyShaped(token)) throw refused();
  const row = await lookUp(hash);
  const now = new Date();
  if (!row || row.revoked_at !== null || (row.expires_at !== null && row.expires_at <= now)) throw refused();
  if (now.getTime() - (row.last_used_at?.getTime() ?? 0) > TOUCH_EVERY_MS) await touchApiKey(store.db, row.id, now);
  const { id: key_id, org_id, scopes, name, hint } = row;
  return { kind: 'key', key_id, org_id, scopes, name, hint };
}
