import { setTimeout as sleep } from 'node:timers/promises';
import type { Insertable } from 'kysely';
import { insertDeliveries } from '../../store/queries/webhook-deliveries.ts';
import type { Tables } from '../../store/tables.ts';
import type { Base } from '../base/context.ts';
import { jobOf } from './process.ts';

type NewDelivery = Insertable<Tables['webhook_deliveries']> & { payload: Uint8Array };

type Waiting = { delivery: NewDelivery; resolve: (isNew: boolean) => void; reject: (error: unknown) => void };

/** The limits of one write: enough for a burst, without too large a statement. */
const MAX_ROWS = 100;
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Writes deliveries that arrive during another write together, in one transaction. The embedded database does one thing
 * at a time, so a burst costs it hardly more than a single delivery. No delivery waits for others to arrive.
 */
export function createDeliveryBuffer({ store, queue }: Base) {
  const waiting: Waiting[] = [];
  let writing: Promise<void> | undefined;

  function takeSome(): Waiting[] {
    let bytes = 0;
    const end = waiting.findIndex(({ delivery }, at) => {
      bytes += delivery.payload.length;
      return at > 0 && (at === MAX_ROWS || bytes > MAX_BYTES);
    });
    return waiting.splice(0, end === -1 ? waiting.length : end);
  }

  async function write(some: readonly Waiting[]): Promise<void> {
    const rows = some.map(({ delivery }) => delivery);
    try {
      const fresh = await store.db.transaction().execute(async (trx) => {
        const inserted = await insertDeliveries(trx, rows);
        const due = rows.filter(({ id, status }) => status === 'received' && inserted.has(id));
        const jobs = due.map(({ id }) => jobOf(id, 0));
        if (jobs.length > 0) await queue.sendAll('delivery', jobs, { db: trx });
        return inserted;
      });
      for (const { delivery, resolve } of some) resolve(fresh.has(delivery.id));
    } catch (error) {
      for (const { reject } of some) reject(error);
    }
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) await write(takeSome());
    writing = undefined;
  }

  return {
    /**
     * Stores a delivery with its job, and resolves when both are committed: true if it is new, false for a duplicate.
     */
    store: (delivery: NewDelivery): Promise<boolean> =>
      new Promise((resolve, reject) => {
        waiting.push({ delivery, resolve, reject });
        writing ??= writeAll();
      }),
    /** Waits until no write is in progress, at most `maxMs`. */
    async settled(maxMs: number): Promise<void> {
      if (writing) await Promise.race([writing, sleep(maxMs, undefined, { ref: false })]);
    },
  };
}

export type WithDeliveryBuffer = {
  /** Stores deliveries as they arrive. */
  deliveryBuffer: ReturnType<typeof createDeliveryBuffer>;
};
