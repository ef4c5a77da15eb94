import { timingSafeEqual } from 'node:crypto';
import { AppError } from '../../base/errors.ts';
import type { Store } from '../../store/database.ts';
import { touchApiKey } from '../../store/queries/api-keys.ts';
import { findApiKeysByHash, type HeldKey } from '../../store/queries/api-key-by-hash.ts';
import type { Principal } from '../base/context.ts';
import { createLookUp, type LookUp } from '../base/look-up.ts';
import { hashKey, isKeyShaped } from './format.ts';

/** The resolution of `last_used_at`, so that not every read causes a write. */
const TOUCH_EVERY_MS = 60_000;

/** The same response for every reason, so that probing reveals nothing about keys and sessions. */
export function refused(): AppError {
  return new AppError('unauthenticated', 'A valid API key is needed: send it as "Authorization: Bearer <key>".');
}

/** True if a key is neither revoked nor expired. */
export function isAlive(key: { revoked_at: Date | null; expires_at: Date | null }, now: Date): boolean {
  return key.revoked_at === null && (key.expires_at === null || key.expires_at > now);
}

type KeyContext = { store: Store; lookUp: KeyLookup };

/**
 * The sender of this `Authorization` header. Throws the same 401 for a missing, malformed, unknown, expired or revoked
 * key.
 * @param operatorHash SHA-256 of the operator key
 */
export async function authenticate(
  context: KeyContext,
  operatorHash: Uint8Array,
  header: string | undefined,
): Promise<Principal> {
  const token = /^Bearer +([\x21-\x7e]+) *$/i.exec(header ?? '')?.[1];
  const principal = token === undefined ? undefined : await holderOfKey(context, operatorHash, token);
  if (!principal) throw refused();
  return principal;
}

/** The holder of a key; undefined if the key is not valid. */
export async function holderOfKey(
  { store, lookUp }: KeyContext,
  operatorHash: Uint8Array,
  key: string,
): Promise<Exclude<Principal, { kind: 'person' }> | undefined> {
  const hash = hashKey(key);
  if (timingSafeEqual(hash, operatorHash)) return { kind: 'operator' };
  if (!isKeyShaped(key)) return undefined;
  const row = await lookUp(hash);
  const now = new Date();
  if (!row || !isAlive(row, now)) return undefined;
  if (now.getTime() - (row.last_used_at?.getTime() ?? 0) > TOUCH_EVERY_MS) await touchApiKey(store.db, row.id, now);
  const { id: key_id, org_id, scopes, name, hint, organization } = row;
  return { kind: 'key', key_id, org_id, scopes, name, hint, organization };
}

/** Finds a key by its SHA-256. A revoked key is never returned as valid. */
type KeyLookup = LookUp<HeldKey>;

export function createKeyLookup(store: Pick<Store, 'db'>): KeyLookup {
  return createLookUp((hashes) => findApiKeysByHash(store.db, hashes));
}
