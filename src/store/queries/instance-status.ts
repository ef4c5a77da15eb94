import { scoped, type Executor } from '../scope.ts';
import { countOf } from './clauses.ts';

/** Counts stop here. */
const MAX_COUNTED = 1_000;

/** A count; `more` says that it stopped at the limit. */
export type Counted = { count: number; more: boolean };

const counted = (rows: number): Counted => ({ count: Math.min(rows, MAX_COUNTED), more: rows > MAX_COUNTED });

/** The number of organizations, without those being deleted. */
export async function countOrganizations(db: Executor): Promise<number> {
  return countOf(db.selectFrom('organizations').where('deleting_at', 'is', null));
}

/** The number of deliveries from code hosts that were given up. */
export async function countDeadDeliveries(db: Executor): Promise<Counted> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('status', '=', 'dead')
    .orderBy('id', 'desc')
    .limit(MAX_COUNTED + 1)
    .execute();
  return counted(rows.length);
}

export type FailedMessage = Awaited<ReturnType<typeof failedMessages>>['latest'][number];

/** The number of messages to webhooks whose attempts all failed, and the latest of them. */
export async function failedMessages(db: Executor, latest: number) {
  const failed = scoped(db, 'instance').select('hook_deliveries').where('hook_deliveries.status', '=', 'failed');
  const ids = await failed
    .select('hook_deliveries.id')
    .orderBy('hook_deliveries.id', 'desc')
    .limit(MAX_COUNTED + 1)
    .execute();
  const shown = await failed
    .innerJoin('hooks', 'hooks.id', 'hook_deliveries.hook_id')
    .innerJoin('organizations', 'organizations.id', 'hook_deliveries.org_id')
    .select([
      'hook_deliveries.id',
      'hook_deliveries.org_id',
      'organizations.login',
      'hook_deliveries.hook_id',
      'hooks.url_hint',
      'hook_deliveries.event',
      'hook_deliveries.error',
      'hook_deliveries.created_at',
    ])
    .orderBy('hook_deliveries.id', 'desc')
    .limit(latest)
    .execute();
  return { ...counted(ids.length), latest: shown };
}
