import { chunksOf } from '../../base/chunks.ts';
import { sql } from 'kysely';
import type { Executor } from '../scope.ts';
import type { Tables } from '../tables.ts';
import { CHUNK, excluded } from './clauses.ts';

type Missed = Pick<Tables['missed_deliveries'], 'delivery_id' | 'try_id'>;

/** The ids of these deliveries that are stored. */
export async function storedDeliveries(db: Executor, codehost: string, ids: readonly string[]): Promise<Set<string>> {
  const stored = new Set<string>();
  for (const chunk of chunksOf(ids, CHUNK)) {
    const rows = await db
      .selectFrom('webhook_deliveries')
      .select('delivery_id')
      .where('codehost', '=', codehost)
      .where('delivery_id', 'in', chunk)
      .execute();
    for (const row of rows) stored.add(row.delivery_id);
  }
  return stored;
}

/**
 * Stores failed deliveries with the id to request their redelivery by; of known ones the newest attempt's. They are due
 * at `now`, a time of the clock that the next request compares with.
 */
export async function noteMissed(db: Executor, codehost: string, missed: readonly Missed[], now: Date): Promise<void> {
  for (const chunk of chunksOf(missed, CHUNK))
    await db
      .insertInto('missed_deliveries')
      .values(chunk.map((one) => ({ codehost, due_at: now, ...one })))
      .onConflict((conflict) =>
        conflict
          .columns(['codehost', 'delivery_id'])
          .doUpdateSet(excluded(['try_id']))
          .whereRef('missed_deliveries.try_id', '<>', 'excluded.try_id'),
      )
      .execute();
}

/** Deletes missed deliveries that arrived meanwhile, and those too old to be redelivered. */
export async function deleteReceived(db: Executor, codehost: string, before: Date): Promise<void> {
  await sql`
    delete from missed_deliveries as missed
    where codehost = ${codehost} and (seen_at < ${before} or exists (
      select from webhook_deliveries as stored
      where stored.codehost = missed.codehost and stored.delivery_id = missed.delivery_id))`.execute(db);
}

/** The deliveries whose redelivery is due: the least requested, then the oldest first. */
export async function dueMissed(db: Executor, codehost: string, now: Date, limit: number) {
  return db
    .selectFrom('missed_deliveries')
    .select(['delivery_id', 'try_id', 'asks'])
    .where('codehost', '=', codehost)
    .where('due_at', '<=', now)
    .orderBy('asks')
    .orderBy('seen_at')
    .limit(limit)
    .execute();
}

/** Stores that a redelivery was requested, and when the next request is due. */
export async function noteAsked(db: Executor, codehost: string, deliveryId: string, again: Date): Promise<void> {
  await db
    .updateTable('missed_deliveries')
    .set((is) => ({ asks: is('asks', '+', 1), due_at: again }))
    .where('codehost', '=', codehost)
    .where('delivery_id', '=', deliveryId)
    .execute();
}

export async function forgetMissed(db: Executor, codehost: string, deliveryId: string): Promise<void> {
  await db
    .deleteFrom('missed_deliveries')
    .where('codehost', '=', codehost)
    .where('delivery_id', '=', deliveryId)
    .execute();
}
