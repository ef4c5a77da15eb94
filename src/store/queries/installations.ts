import type { Selectable } from 'kysely';
import { sql } from 'kysely';
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
 * Notes how an installation stands, unless something newer is known; answers how it stands then. A deleted one never
 * comes back: its number is not given again.
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

/** Notes that an account has this installation, where nothing is known of it; answers what is known. */
export async function rememberInstallation(
  db: Executor,
  identity: Identity,
  accountId: number,
): Promise<InstallationRow> {
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
export async function currentInstallation(
  db: Executor,
  codehost: string,
  accountId: number,
): Promise<InstallationRow | undefined> {
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
