import type { Base } from '../base/context.ts';
import type { TriggerJob } from '../base/jobs.ts';

/** After the first hour of tries; with these it is looked into for about a day, as long as a code host may well be away. */
const PAUSE_MS = 30 * 60_000;
const MOST = 46;
const TRIES = 2;

/**
 * Has an event that could not be looked into, however often it was tried, be looked into later: what is so then is still to be
 * found out. False where that was done for a day.
 */
export async function putOff({ store, queue }: Base, job: TriggerJob): Promise<boolean> {
  const put_off = (job.put_off ?? 0) + 1;
  if (put_off > MOST) return false;
  const startAfter = new Date(Date.now() + PAUSE_MS);
  await store.db
    .transaction()
    .execute((trx) => queue.send('trigger', { ...job, put_off }, { db: trx, startAfter, retryLimit: TRIES }));
  return true;
}
