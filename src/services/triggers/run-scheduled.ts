import { maskName } from '../../engine/mask/mask.ts';
import { isAnyRunning } from '../../store/queries/analysis-requests.ts';
import { getCloudConfig } from '../../store/queries/cloud-configs.ts';
import { getOrganization } from '../../store/queries/organizations.ts';
import { noteSkipped, noteUnreadLocks, holdDue, setNextRun } from '../../store/queries/schedules.ts';
import {
  holdDueInventories,
  postponeInventory,
  saveInventorySettings,
} from '../../store/queries/inventory-settings.ts';
import { databaseTime } from '../../store/clock.ts';
import { transact } from '../../store/transact.ts';
import type { LastSkipped } from '../../store/column-values.ts';
import type { Base } from '../base/context.ts';
import type { Jobs } from '../base/jobs.ts';
import { quotaText, type WithQuotas } from '../quotas/quotas.ts';
import { hasStates, type WithStates } from '../state-sources/open.ts';
import { mappingOf } from '../ownership/mapping.ts';
import { stopped } from '../access/organization.ts';
import { slotAfter } from '../clouds/schedule.ts';
import { findFresh } from './fresh.ts';
import { findLock } from './locks.ts';
import { requestRun } from './request.ts';
import { scoped } from '../../store/scope.ts';

type Deps = Base & WithStates & WithQuotas;

/** The delay before the next check while an apply runs; an apply takes minutes. */
const RETRY_MS = 10 * 60_000;

/**
 * Requests an organization's scheduled analysis, with an inventory where that is due, or records why it is skipped this time: the previous one is still
 * running, an apply holds a lock, or the quota is used up.
 */
export async function runScheduled(
  services: Deps,
  { org_id, unmanaged = false }: Jobs['schedule'],
  signal: AbortSignal,
): Promise<void> {
  const { db } = services.store;
  if (stopped(await getOrganization(db, org_id))) return;
  const tenant = scoped(db, { org_id });
  if (!unmanaged && (await getCloudConfig(tenant, 'aws'))?.schedule === 'off') return;
  const now = await databaseTime(db);
  const later = new Date(now.getTime() + RETRY_MS);
  const skip = (skipped: Omit<LastSkipped, 'at'>, retryAt?: Date) =>
    unmanaged
      ? postponeInventory(tenant, later)
      : noteSkipped(tenant, 'aws', { skipped: { at: now.toISOString(), ...skipped }, retryAt });
  if (await isAnyRunning(tenant, { repo_id: null, state_prefix: null }))
    return skip({ reason: 'under_way', detail: 'The analysis before is not over yet.' });
  if (!(await hasStates(tenant))) return;
  const { lock, unread } = await findLock(services, { org_id, now, mapping: await mappingOf(tenant) }, signal);
  await noteUnreadLocks(tenant, 'aws', unread);
  if (lock) {
    const detail = `${maskName(lock.key)} is locked since ${lock.since.toISOString()}.`;
    return skip({ reason: 'state_locked', detail }, later);
  }
  const fresh = unmanaged ? undefined : await findFresh(services, { org_id, repo_id: null }, signal);
  const requested = await transact(services.store, (trx) =>
    requestRun(trx, services, {
      org_id,
      repo_id: null,
      trigger: { kind: 'schedule' },
      unmanaged,
      ...(fresh !== undefined && { fresh }),
    }),
  );
  if ('skipped' in requested && requested.skipped === 'quota_exceeded')
    await skip({
      reason: 'quota_exceeded',
      detail: quotaText('bytes', await services.quotas.limitOf(tenant, 'bytes')),
    });
}

/**
 * Queues the runs of all organizations that are due and sets their next times, in one transaction: each is queued once,
 * however many instances check and however long none did. Returns their number.
 */
export async function takeDue(services: Base, at?: Date): Promise<number> {
  return transact(services.store, async (trx) => {
    const now = at ?? (await databaseTime(trx));
    let taken = 0;
    for (const { org_id, schedule, next_run_at: due } of await holdDue(trx, 'aws', now)) {
      if (schedule === 'off') continue;
      await setNextRun(scoped(trx, { org_id }), 'aws', slotAfter(org_id, schedule, now));
      if (due === null) continue;
      await services.queue.send('schedule', { org_id }, { db: trx, singletonKey: org_id });
      taken += 1;
    }
    for (const { org_id, schedule } of await holdDueInventories(trx, now)) {
      if (schedule === 'off') continue;
      await saveInventorySettings(scoped(trx, { org_id }), { next_run_at: slotAfter(org_id, schedule, now) });
      await services.queue.send(
        'schedule',
        { org_id, unmanaged: true },
        { db: trx, singletonKey: `${org_id}/inventory` },
      );
      taken += 1;
    }
    return taken;
  });
}
