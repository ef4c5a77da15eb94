import { deleteExpired, organizationsWithRetention, countExpired } from '../../store/queries/incident-removal.ts';
import { scoped, type OrgScope } from '../../store/scope.ts';
import { type Base, requireScope, type Ctx } from '../base/context.ts';
import { audited } from '../audit/audited.ts';
import { fetchOrganization } from '../access/organization.ts';

/** Incidents per transaction: few, so that the embedded database serves other queries in between. */
const BATCH = 500;
const DAY_MS = 24 * 3600_000;

/** The cut-off day (YYYY-MM-DD) of a retention of `days`: incidents that were resolved before it expire. */
export const keptFrom = (days: number, now: Date): string =>
  new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10);

type Options = { now?: Date; signal?: AbortSignal };

/**
 * Deletes incidents that were resolved longer ago than their organization's retention; for manual ones, their date
 * counts. Several processes may run it at once. `signal` stops it between two batches.
 */
export async function expireIncidents({ store }: Pick<Base, 'store'>, options: Options = {}): Promise<void> {
  const { now = new Date(), signal } = options;
  for (const { org_id, days } of await organizationsWithRetention(store.db)) {
    const before = keptFrom(days, now);
    const goOn = () => signal?.aborted !== true;
    while (goOn() && (await expireSome(store, { org_id }, before)) === BATCH);
  }
}

/** Deletes one batch. Returns its size. */
async function expireSome(store: Base['store'], scope: OrgScope, before: string): Promise<number> {
  const auditor = { store, principal: { kind: 'system', name: 'retention' }, request_id: null } as const;
  return audited(auditor, async (trx) => {
    const incidents = await deleteExpired(scoped(trx, scope), { before, limit: BATCH });
    const target = { kind: 'organization', id: scope.org_id };
    const event = { ...scope, action: 'incident.expire', target, detail: { before, incidents } } as const;
    return { result: incidents, event: incidents === 0 ? null : event };
  });
}

/** The number of incidents that a retention of so many days would delete now, and the cut-off day. */
export async function countExpiring(
  ctx: Ctx,
  input: { org_id: string; days: number },
): Promise<{ before: string; incidents: number }> {
  const { id } = await fetchOrganization(ctx, input.org_id);
  requireScope(ctx, 'read');
  const before = keptFrom(input.days, new Date());
  return { before, incidents: await countExpired(scoped(ctx.store.db, { org_id: id }), before) };
}
