import { deleteHookDeliveries, overdueDeliveries } from '../../store/queries/hook-deliveries.ts';
import { forgetSecrets } from '../../store/queries/hooks.ts';
import type { Base } from '../base/context.ts';
import { queueTry } from './send.ts';

/** How long the log of a message is kept after it was made. */
const LOG_DAYS = 30;
/** One whose try is overdue for longer than this should have been made by its job. */
const LOST_MS = 10 * 60_000;

/** Tidies up: what has lost its job gets one, what is old enough is forgotten. Safe to run in several processes at once. */
export async function sweepNotifications({ store, queue }: Base, now: Date = new Date()): Promise<void> {
  for (const row of await overdueDeliveries(store.db, new Date(now.getTime() - LOST_MS)))
    await store.db.transaction().execute((trx) => queueTry(trx, queue, row));
  await deleteHookDeliveries(store.db, new Date(now.getTime() - LOG_DAYS * 24 * 3600_000));
  await forgetSecrets(store.db, now);
}
