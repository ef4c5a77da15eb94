import type { Store } from '../../store/database.ts';
import { findApiKeysByHash } from '../../store/queries/api-key-by-hash.ts';
import type { ApiKeyRow } from '../../store/queries/api-keys.ts';
import { createLookUp, type LookUp } from '../base/look-up.ts';

/** Finds a key by its SHA-256. A revoked key is never found alive. */
export type KeyLookup = LookUp<ApiKeyRow>;

export function createKeyLookup(store: Pick<Store, 'db'>): KeyLookup {
  return createLookUp((hashes) => findApiKeysByHash(store.db, hashes));
}
