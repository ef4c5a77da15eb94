import type { Executor } from '../scope.ts';
import type { ApiKeyRow } from './api-keys.ts';

/**
 * The key with this SHA-256, whichever organization it belongs to: whoever asks is not known yet, so this is the one
 * query on a tenant table that no scope can limit.
 */
export async function findApiKeyByHash(db: Executor, hash: Uint8Array): Promise<ApiKeyRow | undefined> {
  return db.selectFrom('api_keys').selectAll().where('hash', '=', hash).executeTakeFirst();
}
