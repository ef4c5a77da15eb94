import {
  buryDeliveries,
  deleteDeliveries,
  dropPayloads,
  waitingDeliveries,
} from '../../store/queries/webhook-deliveries.ts';
import type { Base } from '../base/context.ts';

const DAY_MS = 24 * 3600_000;
/** Payloads of what was processed or asked for nothing are kept this long, to be replayed; dead ones as long as their row. */
export const PAYLOAD_DAYS = 7;
/** That a delivery was here is remembered this long; GitHub sends none again that is older than three days. */
export const DELIVERY_DAYS = 30;
/** One that waits for longer than this should have a job; it gets one if it lost it, as when a database was moved. */
const LOST_MS = 3600_000;
/** Given up in words for the operator. */
const KILLED = { code: 'internal', detail: 'The process that worked on it was killed too often; replay it.' };

/**
 * Tidies up: what was given up without anybody having noted it is dead, what has lost its job gets one, and what is old
 * enough is dropped. Safe to run in several processes at once.
 */
export async function sweepDeliveries({ store, queue }: Base, now: Date = new Date()): Promise<void> {
  await buryDeliveries(store.db, await queue.givenUp('delivery'), KILLED);
  for (const { id, replays } of await waitingDeliveries(store.db, new Date(now.getTime() - LOST_MS)))
    await store.db
      .transaction()
      .execute((trx) =>
        queue.send('delivery', { id, replay: replays }, { db: trx, singletonKey: jobKey(id, replays) }),
      );
  await dropPayloads(store.db, new Date(now.getTime() - PAYLOAD_DAYS * DAY_MS));
  await deleteDeliveries(store.db, new Date(now.getTime() - DELIVERY_DAYS * DAY_MS));
}

/** What tells the job of a delivery from that of an earlier replay, which may still be about to end. */
export function jobKey(id: string, replay: number): string {
  return `${id}/${replay}`;
}
