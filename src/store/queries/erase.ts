import { sql } from 'kysely';
import { within, type Executor } from '../scope.ts';
import { readCatalogue } from '../transfer/catalogue.ts';

/**
 * The tables that have rows of organizations, those first that refer to others: as the database's own catalogue has them, so that
 * none is forgotten.
 */
export async function tenantTables(db: Executor): Promise<string[]> {
  const tables = await readCatalogue(db);
  return tables
    .filter(({ columns }) => columns.some(({ name }) => name === 'org_id'))
    .map(({ name }) => name)
    .toReversed();
}

/** Removes rows of an organization from a table, at most `limit`; answers how many. */
export async function eraseSome(db: Executor, table: string, orgId: string, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)}
    where ctid = any (array(select ctid from ${sql.table(table)} where org_id = ${orgId} limit ${limit}))`.execute(
    within(db, { org_id: orgId }),
  );
  return Number(numAffectedRows ?? 0);
}
