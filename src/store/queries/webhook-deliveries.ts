import { chunksOf } from '../../base/chunks.ts';
import { sql, type Insertable, type Selectable } from 'kysely';
import type { Page } from '../page.ts';
import type { Executor } from '../scope.ts';
import type { Tables } from '../tables.ts';
import { CHUNK, hasRow } from './clauses.ts';

/** A delivery without its payload, which can be large. */
export type DeliveryRow = Omit<Selectable<Tables['webhook_deliveries']>, 'payload'> & { has_payload: boolean };
export type DeliveryStatus = Tables['webhook_deliveries']['status'];

const COLUMNS = [
  'id',
  'codehost',
  'delivery_id',
  'event',
  'action',
  'installation_id',
  'status',
  'attempts',
  'replays',
  'last_error',
  'sent_at',
  'received_at',
  'processed_at',
] as const;
const hasPayload = sql<boolean>`payload is not null`.as('has_payload');

/** Stores deliveries; returns the ids of the new ones. Codehost and delivery id identify a delivery. */
export async function insertDeliveries(db: Executor, rows: Insertable<Tables['webhook_deliveries']>[]) {
  const inserted = await db
    .insertInto('webhook_deliveries')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['codehost', 'delivery_id']).doNothing())
    .returning('id')
    .execute();
  return new Set(inserted.map(({ id }) => id));
}

export async function getDelivery(db: Executor, id: string): Promise<DeliveryRow | undefined> {
  return db
    .selectFrom('webhook_deliveries')
    .select([...COLUMNS, hasPayload])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Newest first; with `status`, only those with it. */
export async function listDeliveries(
  db: Executor,
  { limit, after, status }: Page & { status?: DeliveryStatus | undefined },
): Promise<DeliveryRow[]> {
  return db
    .selectFrom('webhook_deliveries')
    .select([...COLUMNS, hasPayload])
    .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'dead'))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** An unprocessed delivery with its payload. */
export async function readDelivery(db: Executor, id: string) {
  return db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'received')
    .executeTakeFirst();
}

/**
 * Locks an unprocessed delivery until the transaction ends, so that nobody else processes it. False if it was processed.
 */
export async function holdDelivery(db: Executor, id: string): Promise<boolean> {
  return hasRow(
    db.selectFrom('webhook_deliveries').select('id').where('id', '=', id).where('status', '=', 'received').forUpdate(),
  );
}

/** Stores that a delivery was processed, or needed no processing. */
export async function settleDelivery(
  db: Executor,
  id: string,
  end: { status: 'processed' | 'ignored'; attempts: number; processed_at: Date },
): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ ...end, last_error: null })
    .where('id', '=', id)
    .execute();
}

/** Stores a failed attempt; `dead` for the last one. A delivery that was processed meanwhile stays unchanged. */
export async function failDelivery(
  db: Executor,
  id: string,
  { attempts, error, dead }: { attempts: number; error: { code: string; detail: string }; dead: boolean },
): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ attempts, last_error: JSON.stringify(error), ...(dead && { status: 'dead' as const }) })
    .where('id', '=', id)
    .where('status', '=', 'received')
    .execute();
}

/** Makes a finished delivery wait for processing again; undefined when it already waits or its payload is gone. */
export async function reviveDelivery(db: Executor, id: string): Promise<DeliveryRow | undefined> {
  return db
    .updateTable('webhook_deliveries')
    .set((is) => ({
      status: 'received',
      attempts: 0,
      replays: is('replays', '+', 1),
      last_error: null,
      processed_at: null,
    }))
    .where('id', '=', id)
    .where('status', '<>', 'received')
    .where('payload', 'is not', null)
    .returning([...COLUMNS, hasPayload])
    .executeTakeFirst();
}

/** Gives up deliveries whose job was given up, unless they were replayed since. */
export async function buryDeliveries(
  db: Executor,
  jobs: readonly { id: string; replay: number }[],
  error: { code: string; detail: string },
): Promise<void> {
  for (const chunk of chunksOf(jobs, CHUNK)) {
    const jobs = JSON.stringify(chunk);
    await sql`
      update webhook_deliveries set status = 'dead', last_error = coalesce(last_error, ${JSON.stringify(error)}::jsonb)
      from jsonb_to_recordset(${jobs}::jsonb) as job (id text, replay int)
      where webhook_deliveries.id = job.id and replays = job.replay and status = 'received'`.execute(db);
  }
}

/** Deliveries that arrived before a time and still wait. */
export async function waitingDeliveries(db: Executor, before: Date): Promise<{ id: string; replays: number }[]> {
  return db
    .selectFrom('webhook_deliveries')
    .select(['id', 'replays'])
    .where('status', '=', 'received')
    .where('received_at', '<', before)
    .orderBy('id')
    .limit(CHUNK)
    .execute();
}

/** Deletes the payloads of processed and ignored deliveries that arrived before a time. */
export async function dropPayloads(db: Executor, before: Date): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ payload: null })
    .where('received_at', '<', before)
    .where('status', 'in', ['processed', 'ignored'])
    .where('payload', 'is not', null)
    .execute();
}

/** Deletes deliveries that arrived before a time, except those that still wait. */
export async function deleteDeliveries(db: Executor, before: Date): Promise<void> {
  await db
    .deleteFrom('webhook_deliveries')
    .where('received_at', '<', before)
    .where('status', '<>', 'received')
    .execute();
}
