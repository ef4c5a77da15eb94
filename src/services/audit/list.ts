import {
  listAuditEvents,
  type AuditChain,
  type AuditEventRow,
  type AuditFilter,
} from '../../store/queries/audit-events.ts';
import { requireOperator, requireScope, type Ctx } from '../base/context.ts';
import { fetchOrganization } from '../access/organization.ts';
import { page, type Page, type PageRequest } from '../base/paging.ts';
import { pick } from '../base/present.ts';

/** An audit log entry as the API shows it; `org_id` is null for an event of the instance. */
export type ShownAuditEvent = ReturnType<typeof present>;

const present = (row: AuditEventRow) => ({
  ...pick(row, 'id', 'org_id'),
  at: row.at.toISOString(),
  actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name, hint: row.actor_hint },
  action: row.action,
  target: { kind: row.target_kind, id: row.target_id },
  ...pick(row, 'detail', 'request_id'),
});

/** Lists the changes of an organization with their actors, newest first. */
export async function listAudit(
  ctx: Ctx,
  { org_id, ...input }: PageRequest & AuditFilter & { org_id: string },
): Promise<Page<ShownAuditEvent>> {
  const { id } = await fetchOrganization(ctx, org_id);
  requireScope(ctx, 'admin');
  return eventsOf(ctx, id, input);
}

/** Lists the events of the instance: sign-ins of the operator, exports of the database. Newest first. */
export async function listInstanceAudit(ctx: Ctx, input: PageRequest & AuditFilter): Promise<Page<ShownAuditEvent>> {
  requireOperator(ctx);
  return eventsOf(ctx, null, input);
}

function eventsOf(ctx: Ctx, chain: AuditChain, { limit, cursor, ...filter }: PageRequest & AuditFilter) {
  const request = { limit, ...(cursor !== undefined && { cursor }) };
  return page(
    request,
    (most, after) => listAuditEvents(ctx.store.db, chain, { ...filter, limit: most, after }),
    present,
  );
}
