import { sql } from 'kysely';
import { within, type Executor } from '../scope.ts';
import type { ApiKeyRow } from './api-keys.ts';
import type { OrganizationRow } from './organizations.ts';

type KeyColumn = 'org_id' | 'hash' | 'scopes' | 'name' | 'hint' | 'expires_at' | 'revoked_at' | 'last_used_at';

/** An API key with its organization. */
export type HeldKey = Pick<ApiKeyRow, 'id' | KeyColumn> & { organization: OrganizationRow };

/**
 * The keys with these SHA-256 hashes, of all organizations. The caller is not known yet, so this is the one query on a
 * tenant table that no scope can limit. Each key comes with its organization, which nearly every request reads next.
 * Written in SQL, since every request waits for it: building the query would cost more than running it.
 */
export async function findApiKeysByHash(db: Executor, hashes: Uint8Array[]): Promise<HeldKey[]> {
  const { rows } = await sql<OrganizationRow & Pick<ApiKeyRow, KeyColumn> & { key_id: string }>`
    select organizations.*, api_keys.id as key_id, org_id, hash, scopes, name, hint, expires_at, revoked_at, last_used_at
    from api_keys join organizations on organizations.id = api_keys.org_id
    where hash in (${sql.join(hashes)})`.execute(within(db, 'instance'));
  return rows.map(
    ({ key_id: id, org_id, hash, scopes, name, hint, expires_at, revoked_at, last_used_at, ...organization }) => {
      const key = { id, org_id, hash, scopes, name, hint, expires_at, revoked_at, last_used_at };
      return { ...key, organization };
    },
  );
}
