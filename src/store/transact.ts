import type { Transaction } from 'kysely';
import { isTakenBack } from './errors.ts';
import { scoped, type Executor, type Tenant } from './scope.ts';
import type { Tables } from './tables.ts';

/** How often a transaction is made again that the database took back. */
const ATTEMPTS = 20;

/** A transaction that is made again, from its beginning, where the database takes it back for another one's sake. */
export async function transact<T>(
  { db }: { db: Executor },
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt === ATTEMPTS || !isTakenBack(error)) throw error;
    }
}

/** The same for an organization: what runs in the transaction gets its rows as the transaction sees them. */
export const inTransaction = <T>(tenant: Tenant, work: (tenant: Tenant) => Promise<T>): Promise<T> =>
  transact(tenant, (trx) => work(scoped(trx, tenant.scope)));
