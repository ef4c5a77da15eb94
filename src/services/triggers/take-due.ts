import { holdDue, setNextRun } from '../../store/queries/schedules.ts';
import { databaseTime } from '../../store/clock.ts';
import { transact } from '../../store/transact.ts';
import type { Base } from '../base/context.ts';
import { slotAfter } from '../clouds/schedule.ts';

/**
 * Takes up the organizations whose turn has come, and sets when it comes again, in one transaction: however many instances
 * look, and however long none did, it is one run. Answers how many.
 */
export async function takeDue(services: Base, at?: Date): Promise<number> {
  return transact(services.store, async (trx) => {
    const now = at ?? (await databaseTime(trx));
    let taken = 0;
    for (const { org_id, schedule, next_run_at: due } of await holdDue(trx, 'aws', now)) {
      if (schedule === 'off') continue;
      await setNextRun(trx, { org_id }, 'aws', slotAfter(org_id, schedule, now));
      if (due === null) continue;
      await services.queue.send('schedule', { org_id }, { db: trx, singletonKey: org_id });
      taken += 1;
    }
    return taken;
  });
}
