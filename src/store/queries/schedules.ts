import { sql } from 'kysely';
import { scoped, type Executor, type Tenant } from '../scope.ts';
import type { LastSkipped } from '../column-values.ts';

/** Longer than any interval: a time further away was set by a wrong clock. */
const TOO_FAR_MS = 25 * 3600_000;
/** Organizations handled at once. */
const MAX_AT_ONCE = 100;

/**
 * The configurations whose scheduled run is due or was never planned, longest overdue first, locked until the transaction
 * ends. Only with a state source, and in organizations that are neither suspended, uninstalled nor being deleted.
 */
export async function holdDue(db: Executor, cloud: string, now: Date) {
  return scoped(db, 'instance')
    .select('cloud_configs')
    .innerJoin('organizations', 'organizations.id', 'cloud_configs.org_id')
    .select(['cloud_configs.org_id', 'cloud_configs.schedule', 'cloud_configs.next_run_at'])
    .where('cloud_configs.cloud', '=', cloud)
    .where('cloud_configs.schedule', '<>', 'off')
    .where((is) =>
      is.or([
        is.and([is('cloud_configs.role_arn', 'is not', null), is('cloud_configs.state_bucket', 'is not', null)]),
        sql<boolean>`exists (select from state_sources where state_sources.org_id = cloud_configs.org_id)`,
      ]),
    )
    .where('organizations.suspended_at', 'is', null)
    .where('organizations.uninstalled_at', 'is', null)
    .where('organizations.deleting_at', 'is', null)
    .where((is) =>
      is.or([
        is('cloud_configs.next_run_at', 'is', null),
        is('cloud_configs.next_run_at', '<=', now),
        is('cloud_configs.next_run_at', '>', new Date(now.getTime() + TOO_FAR_MS)),
      ]),
    )
    .orderBy(sql`cloud_configs.next_run_at nulls first`)
    .limit(MAX_AT_ONCE)
    .forUpdate('cloud_configs')
    .skipLocked()
    .execute();
}

export async function setNextRun(tenant: Tenant, cloud: string, at: Date): Promise<void> {
  await tenant.update('cloud_configs').set({ next_run_at: at }).where('cloud', '=', cloud).execute();
}

/** Stores which locks could not be read before the last scheduled run; null where all could. */
export async function noteUnreadLocks(tenant: Tenant, cloud: string, unread: string | null) {
  await tenant
    .update('cloud_configs')
    .set({ locks_unread: unread })
    .where('cloud', '=', cloud)
    .where(sql<boolean>`locks_unread is distinct from ${unread}`)
    .execute();
}

/** Stores why a run was skipped. It is tried again at `retryAt`, or at its next scheduled time if that is earlier. */
export async function noteSkipped(
  tenant: Tenant,
  cloud: string,
  { skipped, retryAt }: { skipped: LastSkipped; retryAt: Date | undefined },
): Promise<void> {
  await tenant
    .update('cloud_configs')
    .set({
      last_skipped: JSON.stringify(skipped),
      ...(retryAt && { next_run_at: sql<Date>`least(next_run_at, ${retryAt}::timestamptz)` }),
    })
    .where('cloud', '=', cloud)
    .where('schedule', '<>', 'off')
    .execute();
}
