import type { Transaction } from 'kysely';
import { isTakenBack } from './errors.ts';
import { scoped, type Executor, type Tenant } from './scope.ts';
import type { Tables } from './tables.ts';

/** How often an aborted transaction is tried. */
const ATTEMPTS = 20;

/** Runs a transaction; repeats it from the beginning where the database aborts it because of another one. */
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

/** The same for an organization: `work` gets its rows as the transaction sees them. */
export const inTransaction = <T>(tenant: Tenant, work: (tenant: Tenant) => Promise<T>): Promise<T> =>
  transact(tenant, (trx) => work(scoped(trx, tenant.scope)));
