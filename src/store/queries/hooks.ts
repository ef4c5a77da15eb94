import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Page } from '../page.ts';
import { scoped, type Executor, type Tenant } from '../scope.ts';
import type { HookError } from '../column-values.ts';
import type { Tables } from '../tables.ts';
import { countOf } from './clauses.ts';

export type HookRow = Selectable<Tables['hooks']>;

/** The number of an organization's hooks. Nobody else can create one until the transaction ends. */
export async function countHooks(tenant: Tenant): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext(${`hooks ${tenant.scope.org_id}`}))`.execute(tenant.db);
  return countOf(tenant.select('hooks'));
}

export async function insertHook(db: Executor, row: Insertable<Tables['hooks']>): Promise<HookRow> {
  return scoped(db, { org_id: row.org_id }).insert('hooks', row).returningAll().executeTakeFirstOrThrow();
}

/** Newest first. */
export async function listHooks(tenant: Tenant, { limit, after }: Page): Promise<HookRow[]> {
  return tenant
    .select('hooks')
    .selectAll()
    .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function getHook(tenant: Tenant, id: string): Promise<HookRow | undefined> {
  return tenant.select('hooks').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Reads a hook and locks it until the transaction ends. */
export async function lockHook(tenant: Tenant, id: string): Promise<HookRow | undefined> {
  return tenant.select('hooks').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function updateHook(tenant: Tenant, id: string, changes: Updateable<Tables['hooks']>) {
  return tenant
    .update('hooks')
    .set({ ...changes, updated_at: new Date() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deletes a hook with its delivery log; returns the deleted row, undefined where there was none. */
export async function deleteHook(tenant: Tenant, id: string): Promise<HookRow | undefined> {
  return tenant.delete('hooks').where('id', '=', id).returningAll().executeTakeFirst();
}

/** The enabled hooks that subscribe to one of these events. */
export async function listeningHooks(tenant: Tenant, events: readonly string[]) {
  return tenant
    .select('hooks')
    .select(['id', 'events'])
    .where('enabled', '=', true)
    .where('events', '&&', sql<string[]>`${[...events]}::text[]`)
    .orderBy('id')
    .execute();
}

/** Stores that a try succeeded (null) or failed; `failing_since` is the first failure since the last success. */
export async function noteFailing(tenant: Tenant, id: string, at: Date | null): Promise<void> {
  const query = tenant.update('hooks').where('id', '=', id);
  if (at === null) await query.set({ failing_since: null }).where('failing_since', 'is not', null).execute();
  else await query.set({ failing_since: at }).where('failing_since', 'is', null).execute();
}

/** Disables a hook; false where it is already disabled. */
export async function disableHook(tenant: Tenant, id: string, reason: HookError): Promise<boolean> {
  const { numUpdatedRows } = await tenant
    .update('hooks')
    .set({ enabled: false, disabled_reason: JSON.stringify(reason), updated_at: new Date() })
    .where('id', '=', id)
    .where('enabled', '=', true)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes replaced secrets that no longer sign. */
export async function forgetSecrets(db: Executor, before: Date): Promise<void> {
  await scoped(db, 'instance')
    .update('hooks')
    .set({ previous_secret: null, previous_secret_until: null })
    .where('previous_secret_until', '<', before)
    .execute();
}
