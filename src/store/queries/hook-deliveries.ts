import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Page } from '../page.ts';
import { scoped, type Executor, type Tenant } from '../scope.ts';
import type { Tables } from '../tables.ts';
import { countOf } from './clauses.ts';

export type HookDeliveryRow = Selectable<Tables['hook_deliveries']>;
export type HookDeliveryStatus = HookDeliveryRow['status'];

export async function insertHookDelivery(db: Executor, row: Insertable<Tables['hook_deliveries']>) {
  return scoped(db, { org_id: row.org_id }).insert('hook_deliveries', row).returningAll().executeTakeFirstOrThrow();
}

/** Newest first; with `status`, only those with it. */
export async function listHookDeliveries(
  tenant: Tenant,
  hookId: string,
  { limit, after, status }: Page & { status?: HookDeliveryStatus | undefined },
): Promise<HookDeliveryRow[]> {
  let query = tenant.select('hook_deliveries').selectAll().where('hook_id', '=', hookId);
  if (after !== undefined) query = query.where('id', '<', after);
  if (status !== undefined) query = query.where('status', '=', status);
  return query.orderBy('id', 'desc').limit(limit).execute();
}

export async function getHookDelivery(tenant: Tenant, id: string): Promise<HookDeliveryRow | undefined> {
  return tenant.select('hook_deliveries').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The number of an organization's messages that wait for a try. */
export async function countWaiting(tenant: Tenant): Promise<number> {
  return countOf(tenant.select('hook_deliveries').where('status', '=', 'waiting'));
}

/** One try of a message. A later replay or attempt is a different try. */
export type Try = { id: string; replay: number; attempt: number };

/**
 * Changes a message that waits for this try. Undefined where it no longer does: it was replayed, its hook was disabled,
 * or another process was faster.
 */
export async function changeWaiting(
  tenant: Tenant,
  one: Try,
  changes: Updateable<Tables['hook_deliveries']>,
): Promise<HookDeliveryRow | undefined> {
  return tenant
    .update('hook_deliveries')
    .set(changes)
    .where('id', '=', one.id)
    .where('status', '=', 'waiting')
    .where('replays', '=', one.replay)
    .where('attempts', '=', one.attempt - 1)
    .returningAll()
    .executeTakeFirst();
}

/** Makes a finished message wait for a try again; undefined where it already waits. */
export async function reviveHookDelivery(
  tenant: Tenant,
  { id, hook_id: hookId }: { id: string; hook_id: string },
  at: Date,
): Promise<HookDeliveryRow | undefined> {
  return tenant
    .update('hook_deliveries')
    .set((is) => ({
      status: 'waiting' as const,
      attempts: 0,
      replays: is('replays', '+', 1),
      error: null,
      excerpt: null,
      response_status: null,
      duration_ms: null,
      next_attempt_at: at,
    }))
    .where('id', '=', id)
    .where('hook_id', '=', hookId)
    .where('status', '<>', 'waiting')
    .returningAll()
    .executeTakeFirst();
}

/** Messages whose next try was due before `before`. Their job may be lost, such as when the database was moved. */
export async function overdueDeliveries(db: Executor, before: Date): Promise<HookDeliveryRow[]> {
  return scoped(db, 'instance')
    .select('hook_deliveries')
    .selectAll()
    .where('status', '=', 'waiting')
    .where('next_attempt_at', '<', before)
    .orderBy('next_attempt_at')
    .limit(500)
    .execute();
}

/** Deletes finished messages that were created before a time. */
export async function deleteHookDeliveries(db: Executor, before: Date): Promise<void> {
  await scoped(db, 'instance')
    .delete('hook_deliveries')
    .where('created_at', '<', before)
    .where('status', '<>', 'waiting')
    .execute();
}
