import { sql, type Insertable, type Selectable } from 'kysely';
import type { Page } from '../page.ts';
import { scoped, within, type Executor } from '../scope.ts';
import type { Tables } from '../tables.ts';
import { readCatalogue } from '../transfer/catalogue.ts';

export type DeletionRow = Selectable<Tables['organization_deletions']>;

export async function insertDeletion(db: Executor, row: Insertable<Tables['organization_deletions']>) {
  return db.insertInto('organization_deletions').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Newest first. */
export async function listDeletions(db: Executor, { after, limit }: Page): Promise<DeletionRow[]> {
  return db
    .selectFrom('organization_deletions')
    .selectAll()
    .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** The ids of organizations whose deletion has not finished. */
export async function unfinishedDeletions(db: Executor): Promise<string[]> {
  const rows = await db
    .selectFrom('organization_deletions')
    .select('organization_id')
    .where('finished_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.organization_id);
}

/**
 * Detaches an organization: revokes its keys, and frees its name, account, installation and customer for others. Deletes
 * deliveries for its installations, unprocessed ones too.
 */
export async function detachOrganization(db: Executor, id: string, accountId: number | null, at: Date): Promise<void> {
  await scoped(db, { org_id: id }).update('api_keys').set({ revoked_at: at }).where('revoked_at', 'is', null).execute();
  await db
    .updateTable('organizations')
    .set({
      login: id,
      installation_id: null,
      account_id: null,
      customer_id: null,
      uninstalled_at: null,
      incident_retention_days: null,
      deleting_at: at,
    })
    .where('id', '=', id)
    .execute();
  if (accountId === null) return;
  await db
    .updateTable('webhook_deliveries')
    .set({ payload: null, last_error: null, status: sql`case when status = 'received' then 'ignored' else status end` })
    .where('installation_id', 'in', (is) =>
      is.selectFrom('installations').select('installations.id').where('account_id', '=', accountId),
    )
    .execute();
}

/** Deletes the row of a detached organization, and stores that its deletion is complete. */
export async function finishDeletion(db: Executor, id: string, at: Date): Promise<void> {
  await db.deleteFrom('organizations').where('id', '=', id).where('deleting_at', 'is not', null).execute();
  await db.updateTable('organization_deletions').set({ finished_at: at }).where('organization_id', '=', id).execute();
}

/** The organizations that lost their installation before a time and are not being deleted. */
export async function uninstalledBefore(db: Executor, before: Date): Promise<{ id: string; login: string }[]> {
  return db
    .selectFrom('organizations')
    .select(['id', 'login'])
    .where('uninstalled_at', '<', before)
    .where('deleting_at', 'is', null)
    .orderBy('id')
    .execute();
}

/**
 * The tables with an `org_id`, referring tables before those that they refer to. Read from the database's own catalogue,
 * so that none is forgotten.
 */
export async function tenantTables(db: Executor): Promise<string[]> {
  const tables = await readCatalogue(db);
  return tables
    .filter(({ columns }) => columns.some(({ name }) => name === 'org_id'))
    .map(({ name }) => name)
    .toReversed();
}

/** Deletes rows of an organization from a table, at most `limit`; returns their number. */
export async function eraseSome(db: Executor, table: string, orgId: string, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)}
    where ctid = any (array(select ctid from ${sql.table(table)} where org_id = ${orgId} limit ${limit}))`.execute(
    within(db, { org_id: orgId }),
  );
  return Number(numAffectedRows ?? 0);
}
