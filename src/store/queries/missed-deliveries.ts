import { chunksOf } from '../../base/chunks.ts';
import { sql } from 'kysely';
import type { Executor } from '../scope.ts';
import type { Tables } from '../tables.ts';
import { CHUNK, excluded } from './clauses.ts';

type Missed = Pick<Tables['missed_deliveries'], 'delivery_id' | 'try_id'>;

/** Those of these deliveries that were taken in. */
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
 * Notes deliveries that failed, with the try that they can be asked for by; of those that are known, the newest try. They are due
 * at `now`, by the clock of whoever asks next.
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

/** Forgets missed deliveries that were taken in meanwhile, and those that are too old to be asked for. */
export async function deleteReceived(db: Executor, codehost: string, before: Date): Promise<void> {
  await sql`
    delete from missed_deliveries as missed
    where codehost = ${codehost} and (seen_at < ${before} or exists (
      select from webhook_deliveries as stored
      where stored.codehost = missed.codehost and stored.delivery_id = missed.delivery_id))`.execute(db);
}

/** Those that are to be asked for now, the least asked for and oldest first. */
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

/** Notes that a delivery was asked for, and when that is worth another time. */
export async function noteAsked(db: Executor, codehost: string, deliveryId: string, again: Date): Promise<void> {
  await db
    .updateTable('missed_deliveries')
    .set((is) => ({ asks: is('asks', '+', 1), due_at: again }))
    .where('codehost', '=', codehost)
    .where('delivery_id', '=', deliveryId)
    .execute();
}

/** Forgets a missed delivery. */
export async function forgetMissed(db: Executor, codehost: string, deliveryId: string): Promise<void> {
  await db
    .deleteFrom('missed_deliveries')
    .where('codehost', '=', codehost)
    .where('delivery_id', '=', deliveryId)
    .execute();
}
