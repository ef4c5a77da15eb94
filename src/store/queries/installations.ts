import { sql, type Selectable } from 'kysely';
import type { HostError } from '../column-values.ts';
import type { Moment } from '../moment.ts';
import type { Executor } from '../scope.ts';
import type { Tables } from '../tables.ts';

export type InstallationRow = Selectable<Tables['installations']>;
type Identity = Pick<InstallationRow, 'codehost' | 'id'>;

/** Nobody else works on this account of a code host until the transaction ends, so that its events do not cross. */
export async function lockAccount(db: Executor, codehost: string, accountId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${codehost}/${accountId}`}, 0))`.execute(db);
}

/**
 * Stores the status of an installation, unless a newer one is known; returns the one that holds then. A deleted installation
 * never comes back: its id is not reused.
 */
export async function noteInstallation(
  db: Executor,
  identity: Identity,
  state: Pick<InstallationRow, 'account_id' | 'status'>,
  moment: Moment,
): Promise<InstallationRow> {
  const row = { ...identity, ...state, status_at: moment.at, status_sent_at: moment.sent_at };
  await db
    .insertInto('installations')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['codehost', 'id'])
        .doUpdateSet(row)
        .where('installations.status', '<>', 'deleted')
        .where(
          sql<boolean>`(excluded.status = 'deleted' or (installations.status_at, installations.status_sent_at) < (excluded.status_at, excluded.status_sent_at))`,
        ),
    )
    .execute();
  return db
    .selectFrom('installations')
    .selectAll()
    .where('codehost', '=', identity.codehost)
    .where('id', '=', identity.id)
    .executeTakeFirstOrThrow();
}

/** Stores that an account has this installation, where nothing is known of it; returns what is known. */
export async function rememberInstallation(db: Executor, identity: Identity, accountId: number) {
  const long_ago = { at: new Date(0), sent_at: new Date(0) };
  const known = await getInstallation(db, identity);
  return known ?? noteInstallation(db, identity, { account_id: accountId, status: 'active' }, long_ago);
}

export async function getInstallation(db: Executor, { codehost, id }: Identity): Promise<InstallationRow | undefined> {
  return db
    .selectFrom('installations')
    .selectAll()
    .where('codehost', '=', codehost)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The installation that an account has now: the newest that was not deleted. There is one at a time. */
export async function currentInstallation(db: Executor, codehost: string, accountId: number) {
  return db
    .selectFrom('installations')
    .selectAll()
    .where('codehost', '=', codehost)
    .where('account_id', '=', accountId)
    .where('status', '<>', 'deleted')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Counts a sync request of an installation. Returns its number; undefined where there is no such installation. */
export async function requestSync(db: Executor, { codehost, id }: Identity): Promise<number | undefined> {
  const row = await db
    .updateTable('installations')
    .set((is) => ({ sync_wanted: is('sync_wanted', '+', 1) }))
    .where('codehost', '=', codehost)
    .where('id', '=', id)
    .where('status', '<>', 'deleted')
    .returning('sync_wanted')
    .executeTakeFirst();
  return row?.sync_wanted;
}

/** What a sync of an installation reported beyond its events. */
type Sync = { app_id: number; permissions: Readonly<Record<string, string>>; done: number; at: Date };

/** Stores the result of a sync, which completes the requests up to `done` and clears the error. */
export async function recordSync(db: Executor, { codehost, id }: Identity, sync: Sync): Promise<void> {
  const { app_id, permissions, done, at } = sync;
  await db
    .updateTable('installations')
    .set({
      app_id,
      permissions: JSON.stringify(permissions),
      trouble: null,
      sync_done: sql<number>`greatest(sync_done, ${done}::int)`,
      synced_at: at,
    })
    .where('codehost', '=', codehost)
    .where('id', '=', id)
    .execute();
}

/** Stores the error that kept the App from a sync, if it is another one than before. */
export async function saveInstallationError(db: Executor, { codehost, id }: Identity, error: HostError): Promise<void> {
  await db
    .updateTable('installations')
    .set({ trouble: JSON.stringify(error) })
    .where('codehost', '=', codehost)
    .where('id', '=', id)
    .where(sql<boolean>`trouble->>'code' is distinct from ${error.code}::text`)
    .execute();
}

/** The status of an organization's installation. */
export type InstallationStatus = Pick<InstallationRow, 'permissions' | 'trouble'> & { suspended_at: Date | null };

/** The status of these organizations' installations, by the organization; none for those that have none. */
export async function installationStatuses(
  db: Executor,
  orgIds: readonly string[],
): Promise<Map<string, InstallationStatus>> {
  if (orgIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('organizations')
    .leftJoin('installations', 'installations.id', 'organizations.installation_id')
    .select([
      'organizations.id as org_id',
      'organizations.suspended_at',
      'installations.permissions',
      'installations.trouble',
    ])
    .where('organizations.id', 'in', [...new Set(orgIds)])
    .where('organizations.installation_id', 'is not', null)
    .execute();
  return new Map(rows.map(({ org_id: orgId, ...status }) => [orgId, status]));
}
