import type { Insertable, Selectable } from 'kysely';
import type { Page } from '../page.ts';
import { scoped, type Executor, type Tenant } from '../scope.ts';
import type { Tables } from '../tables.ts';

export type ApiKeyRow = Selectable<Tables['api_keys']>;

const TOUCH_EVERY_MS = 60_000;

export async function insertApiKey(db: Executor, row: Insertable<Tables['api_keys']>): Promise<ApiKeyRow> {
  return scoped(db, { org_id: row.org_id }).insert('api_keys', row).returningAll().executeTakeFirstOrThrow();
}

/** An organization's keys, revoked and expired ones too, newest first. */
export async function listApiKeys(tenant: Tenant, page: Page): Promise<ApiKeyRow[]> {
  const { after, limit } = page;
  return tenant
    .select('api_keys')
    .selectAll()
    .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Revokes a key; undefined when there is no such key or it was revoked before. */
export async function revokeApiKey(tenant: Tenant, id: string, at: Date): Promise<ApiKeyRow | undefined> {
  return tenant
    .update('api_keys')
    .set({ revoked_at: at })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Reads a key and locks it until the transaction ends. */
export async function lockApiKey(tenant: Tenant, id: string): Promise<ApiKeyRow | undefined> {
  return tenant.select('api_keys').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Stores the successor of a key, and when the replaced key stops working. */
export async function replaceApiKey(
  tenant: Tenant,
  id: string,
  by: { rotated_to: string; expires_at: Date },
): Promise<void> {
  await tenant.update('api_keys').set(by).where('id', '=', id).execute();
}

/** Stores when a key was used, at most once a minute, so that reads do not become writes. */
export async function touchApiKey(db: Executor, id: string, at: Date): Promise<void> {
  await scoped(db, 'instance')
    .update('api_keys')
    .set({ last_used_at: at })
    .where('id', '=', id)
    .where((is) =>
      is.or([is('last_used_at', 'is', null), is('last_used_at', '<=', new Date(at.getTime() - TOUCH_EVERY_MS))]),
    )
    .execute();
}
