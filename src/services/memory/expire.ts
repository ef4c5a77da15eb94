import { deleteExpired, organizationsWithRetention, countExpired } from '../../store/queries/incident-removal.ts';
import { scoped, type OrgScope } from '../../store/scope.ts';
import { type Base, requireScope, type Ctx } from '../base/context.ts';
import { audited } from '../audit/audited.ts';
import { fetchOrganization } from '../access/organization.ts';

/** Incidents a transaction: one that is short, so that the embedded database serves others in between. */
const BATCH = 500;
const DAY_MS = 24 * 3600_000;

/** The day (YYYY-MM-DD) before which incidents were over that are kept for so many days no more. */
export const keptFrom = (days: number, now: Date): string =>
  new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10);

type Options = { now?: Date; signal?: AbortSignal };

/**
 * Forgets the incidents that were over for longer than their organization keeps them: those written by hand count from
 * their date. Safe to run in several processes at once; `signal` ends it between two batches.
 */
export async function expireIncidents({ store }: Pick<Base, 'store'>, options: Options = {}): Promise<void> {
  const { now = new Date(), signal } = options;
  for (const { org_id, days } of await organizationsWithRetention(store.db)) {
    const before = keptFrom(days, now);
    const goOn = () => signal?.aborted !== true;
    while (goOn() && (await expireSome(store, { org_id }, before)) === BATCH);
  }
}

/** One batch; answers how many it was. */
async function expireSome(store: Base['store'], scope: OrgScope, before: string): Promise<number> {
  const auditor = { store, principal: { kind: 'system', name: 'retention' }, request_id: null } as const;
  return audited(auditor, async (trx) => {
    const incidents = await deleteExpired(scoped(trx, scope), { before, limit: BATCH });
    const target = { kind: 'organization', id: scope.org_id };
    const event = { ...scope, action: 'incident.expire', target, detail: { before, incidents } } as const;
    return { result: incidents, event: incidents === 0 ? null : event };
  });
}

/** How many incidents keeping them for so many days would forget, were it said now: those that were over before a day. */
export async function countExpiring(
  ctx: Ctx,
  input: { org_id: string; days: number },
): Promise<{ before: string; incidents: number }> {
  const { id } = await fetchOrganization(ctx, input.org_id);
  requireScope(ctx, 'read');
  const before = keptFrom(input.days, new Date());
  return { before, incidents: await countExpired(scoped(ctx.store.db, { org_id: id }), before) };
}
