import { isUnavailable } from '../../store/errors.ts';
import {
  failDelivery,
  holdDelivery,
  readDelivery,
  settleDelivery,
  buryDeliveries,
  deleteDeliveries,
  dropPayloads,
  waitingDeliveries,
} from '../../store/queries/webhook-deliveries.ts';
import type { Base } from '../base/context.ts';
import { HopelessDelivery } from '../installations/account.ts';
import { handlerOf } from './events/index.ts';
import { unpackPayload } from './payload.ts';

type Try = { attempt: number; last: boolean };

/**
 * Processes one delivery. Its effects and its status are one transaction: a process that dies midway has done nothing,
 * and a second one finds it done. After an error the queue retries; after the last attempt, or if no retry can help,
 * the delivery is dead.
 */
export async function processDelivery({ store, queue }: Base, job: { id: string }, run: Try): Promise<void> {
  try {
    const row = await readDelivery(store.db, job.id);
    if (!row) return;
    const { codehost, event, action, sent_at } = row;
    const handler = handlerOf(codehost, event, action);
    // Before the transaction, which blocks all other queries of the embedded database.
    const payload = handler && row.payload ? await unpackPayload(row.payload) : undefined;
    await store.db.transaction().execute(async (trx) => {
      if (!(await holdDelivery(trx, job.id))) return;
      const delivery = { codehost, event, action, sent_at };
      const status = handler && payload ? await handler.apply(trx, { ...delivery, payload }, queue) : 'ignored';
      await settleDelivery(trx, job.id, { status, attempts: run.attempt, processed_at: new Date() });
    });
  } catch (error) {
    const hopeless = error instanceof HopelessDelivery;
    await failDelivery(store.db, job.id, {
      attempts: run.attempt,
      error: describe(error),
      dead: hopeless || run.last,
    });
    if (!hopeless) throw error;
  }
}

/** The error for the operator. Messages of unexpected errors may quote the payload, so they go only to the log. */
function describe(error: unknown): { code: string; detail: string } {
  if (error instanceof HopelessDelivery) return { code: error.code, detail: error.message };
  if (isUnavailable(error)) return { code: 'unavailable', detail: 'The database was not available.' };
  return { code: 'internal', detail: 'Processing failed on our side; the log has the reason under this id.' };
}

const DAY_MS = 24 * 3600_000;
/** Payloads of processed and ignored deliveries are kept this long for a replay; those of dead ones with their row. */
export const PAYLOAD_DAYS = 7;
/** Duplicates are recognized for this long. GitHub does not resend deliveries that are older than three days. */
export const DELIVERY_DAYS = 30;
/** The job of a delivery that waits for longer counts as lost, as after a move of the database, and is queued again. */
const LOST_MS = 3600_000;
/** The error of an abandoned delivery, for the operator. */
const KILLED = { code: 'internal', detail: 'The process that worked on it was killed too often; replay it.' };

/**
 * Marks deliveries whose job was given up as dead, queues lost jobs again, and deletes old deliveries. Several
 * processes may run it at once.
 */
export async function sweepDeliveries({ store, queue }: Base, now: Date = new Date()): Promise<void> {
  await buryDeliveries(store.db, await queue.givenUp('delivery'), KILLED);
  for (const { id, replays } of await waitingDeliveries(store.db, new Date(now.getTime() - LOST_MS)))
    await store.db.transaction().execute((trx) => queue.sendAll('delivery', [jobOf(id, replays)], { db: trx }));
  await dropPayloads(store.db, new Date(now.getTime() - PAYLOAD_DAYS * DAY_MS));
  await deleteDeliveries(store.db, new Date(now.getTime() - DELIVERY_DAYS * DAY_MS));
}

/** The job of a delivery. Its key differs from that of an earlier replay, which may still be running. */
export const jobOf = (id: string, replay: number) => ({ data: { id, replay }, singletonKey: `${id}/${replay}` });
