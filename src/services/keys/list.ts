import type { Selectable } from 'kysely';
import { listApiKeys } from '../../store/queries/api-keys.ts';
import type { ApiKeyTable } from '../../store/tables.ts';
import { requireScope, type Ctx } from '../base/context.ts';
import { fetchOrganization } from '../access/organization.ts';
import { page, type Page, type PageRequest } from '../base/paging.ts';

/** The keys of an organization, revoked and expired ones included, newest first. */
export async function listKeys(ctx: Ctx, input: PageRequest & { org_id: string }): Promise<Page<ApiKey>> {
  const { id } = await fetchOrganization(ctx, input.org_id);
  requireScope(ctx, 'admin');
  return page(input, (limit, after) => listApiKeys(ctx.store.db, id, { limit, after }), presentKey);
}

/** A key as the API shows it: `hint` is its last four characters. The key itself is shown once, when it is made. */
export type ApiKey = {
  id: string;
  name: string;
  hint: string;
  scopes: string[];
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  /** Exact to a minute. */
  last_used_at: string | null;
  /** The key whose place this one took. */
  replaces: string | null;
  /** The key that took this one's place. */
  rotated_to: string | null;
};

const time = (date: Date | null) => date?.toISOString() ?? null;

/** The row as the API shows it: without the hash. */
export function presentKey(row: Selectable<ApiKeyTable>): ApiKey {
  return {
    id: row.id,
    name: row.name,
    hint: row.hint,
    scopes: row.scopes,
    created_at: row.created_at.toISOString(),
    expires_at: time(row.expires_at),
    revoked_at: time(row.revoked_at),
    last_used_at: time(row.last_used_at),
    replaces: row.replaces,
    rotated_to: row.rotated_to,
  };
}
