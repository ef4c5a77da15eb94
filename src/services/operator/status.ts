import type { QueueStanding } from '../../jobs/types.ts';
import {
  countDeadDeliveries,
  countOrganizations,
  failedMessages,
  type Counted,
  type FailedMessage,
} from '../../store/queries/instance-standing.ts';
import { requireOperator, type Ctx } from '../context.ts';
import { inTime } from '../in-time.ts';

/** How the instance stands, all processes of it; null where the database did not say in time. */
export type InstanceStanding = {
  database: { kind: 'postgres' | 'embedded'; ok: boolean };
  organizations: number | null;
  queues: (Omit<QueueStanding, 'waiting_since'> & { waiting_since: string | null })[] | null;
  /** What code hosts delivered and could not be processed. */
  dead_deliveries: Counted | null;
  /** What could not be brought to webhooks of organizations. */
  failed_messages: (Counted & { latest: (Omit<FailedMessage, 'created_at'> & { created_at: string })[] }) | null;
};

const LATEST = 20;

/** How the instance stands, for its operator; no question takes longer than `deadlineMs`. */
export async function instanceStanding(ctx: Ctx, { deadlineMs }: { deadlineMs: number }): Promise<InstanceStanding> {
  requireOperator(ctx);
  const { store, queue } = ctx;
  const [organizations, queues, dead, failed] = await Promise.all([
    inTime(deadlineMs, () => countOrganizations(store.db)),
    inTime(deadlineMs, () => queue.standing()),
    inTime(deadlineMs, () => countDeadDeliveries(store.db)),
    inTime(deadlineMs, () => failedMessages(store.db, LATEST)),
  ]);
  return {
    database: { kind: store.kind, ok: organizations !== undefined },
    organizations: organizations ?? null,
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
