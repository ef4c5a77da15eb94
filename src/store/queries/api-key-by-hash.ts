import { within, type Executor } from '../scope.ts';
import type { ApiKeyRow } from './api-keys.ts';

/**
 * The keys with these SHA-256, whichever organizations they belong to: whoever asks is not known yet, so this is the one
 * query on a tenant table that no scope can limit.
 */
export async function findApiKeysByHash(db: Executor, hashes: Uint8Array[]): Promise<ApiKeyRow[]> {
  return within(db, 'instance').selectFrom('api_keys').selectAll().where('hash', 'in', hashes).execute();
}
