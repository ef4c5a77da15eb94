import { sql, type Selectable } from 'kysely';
import type { HostError } from '../column-values.ts';
import type { Moment } from '../moment.ts';
import type { Executor } from '../scope.ts';
import type { Tables } from '../tables.ts';

export type InstallationRow = Selectable<Tables['installations']>;
type Identity = Pick<InstallationRow, 'codehost' | 'id'>;

/** Locks an account of a code host until the transaction ends, so that its events are processed one after another. */
export async function lockAccount(db: Executor, codehost: string, accountId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${codehost}/${accountId}`}, 0))`.execute(db);
}

/**
 * Stores the status of an installation, unless a newer one is stored; returns the resulting row. A deleted installation
 * stays deleted: its id is never reused.
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

/** Stores that an account has this installation, unless it is already known; returns the row. */
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

/** The current installation of an account: the newest that is not deleted. There is one at a time. */
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

/** Results of a sync of an installation, other than its events. */
type Sync = { app_id: number; permissions: Readonly<Record<string, string>>; done: number; at: Date };

/** Stores a sync's results. Completes the requests up to `done` and clears the error. */
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

/** Stores the error that stopped a sync, unless the stored one has the same code. */
export async function saveInstallationError(db: Executor, { codehost, id }: Identity, error: HostError): Promise<void> {
  await db
    .updateTable('installations')
    .set({ trouble: JSON.stringify(error) })
    .where('codehost', '=', codehost)
    .where('id', '=', id)
    .where(sql<boolean>`trouble->>'code' is distinct from ${error.code}::text`)
    .execute();
}

export type InstallationStatus = Pick<InstallationRow, 'permissions' | 'trouble'> & { suspended_at: Date | null };

/** The installations' status by organization; organizations without an installation are missing. */
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
