import { sql } from 'kysely';
import { AppError } from '../../base/errors.ts';
import { PENDING_JOBS, type PendingJob } from '../../jobs/pgboss-tables.ts';
import { asDatabaseUser } from '../scope.ts';
import type { Store } from '../database.ts';
import { readCatalogue, readSchemaSteps } from './catalogue.ts';
import { lineWriter, type Trailer } from './lines.ts';
import { plainText, readRows } from './rows.ts';

/**
 * Writes all data of the database from one snapshot: all tables, and the queue's waiting and active messages. Returns the
 * number of each. `not_found` for a database that Plumbline never prepared.
 */
export async function exportDatabase(
  store: Pick<Store, 'db' | 'kind'>,
  version: string,
  write: (text: string) => Promise<void>,
): Promise<Trailer['end']> {
  const snapshot = store.db.transaction().setIsolationLevel('repeatable read');
  return snapshot.execute(async (transaction) => {
    const tx = asDatabaseUser(transaction);
    await plainText(tx);
    const migrations = await readSchemaSteps(tx);
    if (!migrations) throw new AppError('not_found', 'this database holds no data of Plumbline: nothing to export');
    const lines = lineWriter(write);
    const exported_at = new Date().toISOString();
    await lines.put({ plumbline: 'export', format: 1, version, migrations, database: store.kind, exported_at });
    const tables: Record<string, number> = {};
    for (const table of await readCatalogue(tx)) {
      await lines.put({ table: table.name, columns: table.columns.map(({ name }) => name) });
      let count = 0;
      for await (const rows of readRows(tx, table)) {
        await lines.put(...rows);
        count += rows.length;
      }
      tables[table.name] = count;
    }
    const jobs = await pendingJobs(tx);
    await lines.put({ jobs: true });
    for (const { name, data, singleton_key } of jobs) await lines.put([name, data, singleton_key]);
    const end = { tables, jobs: jobs.length };
    await lines.finish(end);
    return end;
  });
}

async function pendingJobs(tx: Parameters<typeof readCatalogue>[0]): Promise<PendingJob[]> {
  const { rows } = await sql<{ found: string | null }>`select to_regclass('pgboss.job')::text as found`.execute(tx);
  return rows[0]?.found == null ? [] : (await sql.raw<PendingJob>(PENDING_JOBS).execute(tx)).rows;
}
