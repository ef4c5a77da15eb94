import type { Insertable, Selectable } from 'kysely';
import type { Page } from '../page.ts';
import type { Executor } from '../scope.ts';
import { scoped } from '../scope.ts';
import type { AuditEventTable } from '../tables.ts';

export type AuditEventRow = Selectable<AuditEventTable>;

export async function insertAuditEvent(db: Executor, row: Insertable<AuditEventTable>): Promise<void> {
  await scoped(db, { org_id: row.org_id }).insert('audit_events', row).execute();
}

/** `actor`: `operator`, `system`, or the id of a key. */
export type AuditFilter = {
  action?: string | undefined;
  actor?: string | undefined;
  target_id?: string | undefined;
};

/** An organization's events, newest first. */
export async function listAuditEvents(db: Executor, orgId: string, page: Page & AuditFilter): Promise<AuditEventRow[]> {
  const { limit, after, action, actor, target_id: targetId } = page;
  let query = scoped(db, { org_id: orgId }).select('audit_events').selectAll();
  if (after !== undefined) query = query.where('id', '<', after);
  if (action !== undefined) query = query.where('action', '=', action);
  if (actor === 'operator' || actor === 'system') query = query.where('actor_kind', '=', actor);
  else if (actor !== undefined) query = query.where('actor_id', '=', actor);
  if (targetId !== undefined) query = query.where('target_id', '=', targetId);
  return query.orderBy('id', 'desc').limit(limit).execute();
}
