import type { Transaction } from 'kysely';
import type { Store } from './database.ts';
import { isTakenBack } from './errors.ts';
import type { Tables } from './tables.ts';

/** How often a transaction is made again that the database took back. */
const ATTEMPTS = 20;

/** A transaction that is made again, from its beginning, where the database takes it back for another one's sake. */
export async function transact<T>(
  { db }: Pick<Store, 'db'>,
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt === ATTEMPTS || !isTakenBack(error)) throw error;
    }
}
