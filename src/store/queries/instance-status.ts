import { sql } from 'kysely';
import { scoped, type Executor } from '../scope.ts';
import type { HookError } from '../column-values.ts';

/** Counting stops here. */
const MAX_COUNTED = 1_000;

/** How many there are, as far as they were counted. */
export type Counted = { count: number; more: boolean };

/** A message to an organization's webhook whose attempts all failed. */
export type FailedMessage = {
  id: string;
  org_id: string;
  login: string;
  hook_id: string;
  url_hint: string;
  event: string;
  error: HookError | null;
  created_at: Date;
};

const counted = (rows: number): Counted => ({ count: Math.min(rows, MAX_COUNTED), more: rows > MAX_COUNTED });

/** Organizations that are not being deleted. */
export async function countOrganizations(db: Executor): Promise<number> {
  const { count } = await db
    .selectFrom('organizations')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('deleting_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Deliveries of code hosts that were given up. */
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

/** Messages to webhooks that were given up, and the latest of them. */
export async function failedMessages(db: Executor, latest: number): Promise<Counted & { latest: FailedMessage[] }> {
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
