import type { QueueStatus } from '../../jobs/types.ts';
import {
  countDeadDeliveries,
  countOrganizations,
  failedMessages,
  type Counted,
  type FailedMessage,
} from '../../store/queries/instance-status.ts';
import { listNearQuota, type NearQuota } from '../../store/queries/quotas.ts';
import { isRowSecurityActive } from '../../store/row-security.ts';
import type { WithQuotas } from '../quotas/quotas.ts';
import { requireOperator, type Ctx, type Base } from '../base/context.ts';
import { inTime } from '../base/in-time.ts';

/** The status of the instance, over all processes; fields are null if the database did not answer in time. */
type InstanceStatus = {
  /** `row_security`: true if the database itself separates organizations. */
  database: { kind: 'postgres' | 'embedded'; ok: boolean; row_security: boolean | null };
  organizations: number | null;
  /** Organizations close to a quota, the fullest first. */
  quotas: (Omit<NearQuota, 'quota'> & { limit: number })[] | null;
  queues: (Omit<QueueStatus, 'waiting_since'> & { waiting_since: string | null })[] | null;
  /** Deliveries of code hosts that could not be processed. */
  dead_deliveries: Counted | null;
  /** Messages that could not be delivered to webhooks of organizations. */
  failed_messages: (Counted & { latest: (Omit<FailedMessage, 'created_at'> & { created_at: string })[] }) | null;
};

const LATEST = 20;
/** The share of a quota from which an organization is reported. */
const NEAR = { share: 0.8, most: 50 };

/** Returns the status of the instance to its operator; no query takes longer than `deadlineMs`. */
export async function instanceStatus(
  ctx: Ctx & WithQuotas,
  { deadlineMs }: { deadlineMs: number },
): Promise<InstanceStatus> {
  requireOperator(ctx);
  const { store, queue } = ctx;
  const [organizations, queues, dead, failed, near, rowSecurity] = await Promise.all([
    inTime(deadlineMs, () => countOrganizations(store.db)),
    inTime(deadlineMs, () => queue.statuses()),
    inTime(deadlineMs, () => countDeadDeliveries(store.db)),
    inTime(deadlineMs, () => failedMessages(store.db, LATEST)),
    inTime(deadlineMs, () => listNearQuota(store.db, { defaults: ctx.quotas.defaults, ...NEAR })),
    inTime(deadlineMs, () => isRowSecurityActive(store.db)),
  ]);
  return {
    database: { kind: store.kind, ok: organizations !== undefined, row_security: rowSecurity ?? null },
    organizations: organizations ?? null,
    quotas: near?.map(({ quota, ...one }) => ({ ...one, limit: quota })) ?? null,
    queues: queues?.map((one) => ({ ...one, waiting_since: one.waiting_since?.toISOString() ?? null })) ?? null,
    dead_deliveries: dead ?? null,
    failed_messages: failed
      ? {
          ...failed,
          latest: failed.latest.map((one) => ({ ...one, created_at: one.created_at.toISOString() })),
        }
      : null,
  };
}

/** The numbers of messages of each queue by status. */
export type QueueDepths = Record<string, { waiting: number; active: number; failed: number }>;

/**
 * The numbers of waiting, running and failed messages over the whole instance; undefined if the database does not
 * answer in time. Never throws: metrics are read to find out what is wrong.
 */
export async function queueDepths(
  { queue }: Pick<Base, 'queue'>,
  deadlineMs: number,
): Promise<QueueDepths | undefined> {
  const statuses = await inTime(deadlineMs, () => queue.statuses());
  return (
    statuses &&
    Object.fromEntries(statuses.map(({ name, waiting, active, failed }) => [name, { waiting, active, failed }]))
  );
}
