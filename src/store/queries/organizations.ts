import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Page } from '../page.ts';
import type { Executor } from '../scope.ts';
import type { Tables } from '../tables.ts';
import { hasRow } from './clauses.ts';

export type OrganizationRow = Selectable<Tables['organizations']>;

/**
 * Throws unique violations of `organizations_login_key` (login, ignoring case) and `organizations_installation_id_key`.
 */
export async function insertOrganization(db: Executor, row: Insertable<Tables['organizations']>) {
  return db.insertInto('organizations').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Reads an organization, unless it is being deleted. */
export async function getOrganization(db: Executor, id: string): Promise<OrganizationRow | undefined> {
  return db
    .selectFrom('organizations')
    .selectAll()
    .where('id', '=', id)
    .where('deleting_at', 'is', null)
    .executeTakeFirst();
}

export async function getOrganizationByInstallation(db: Executor, installationId: number) {
  return db.selectFrom('organizations').selectAll().where('installation_id', '=', installationId).executeTakeFirst();
}

/** The organizations of these installations, without suspended or uninstalled ones and those being deleted. */
export async function listInstalled(db: Executor, installationIds: readonly number[]): Promise<OrganizationRow[]> {
  if (installationIds.length === 0) return [];
  return db
    .selectFrom('organizations')
    .selectAll()
    .where('installation_id', 'in', [...installationIds])
    .where('suspended_at', 'is', null)
    .where('uninstalled_at', 'is', null)
    .where('deleting_at', 'is', null)
    .orderBy('login')
    .execute();
}

/** The organizations of an account and of an installation. They should be the same one. */
export async function findLinkedOrganizations(
  db: Executor,
  { account_id: accountId, installation_id: installationId }: { account_id: number; installation_id: number },
): Promise<OrganizationRow[]> {
  return db
    .selectFrom('organizations')
    .selectAll()
    .where((is) => is.or([is('account_id', '=', accountId), is('installation_id', '=', installationId)]))
    .execute();
}

/** Whether the instance has another organization. */
export async function hasOtherOrganizations(db: Executor, id: string): Promise<boolean> {
  return hasRow(db.selectFrom('organizations').select('id').where('id', '!=', id).limit(1));
}

/** Throws the same unique violations as `insertOrganization`. */
export async function updateOrganization(db: Executor, id: string, changes: Updateable<Tables['organizations']>) {
  return db.updateTable('organizations').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** Finds an organization by login, ignoring case. */
export async function getOrganizationByLogin(db: Executor, login: string): Promise<OrganizationRow | undefined> {
  return db
    .selectFrom('organizations')
    .selectAll()
    .where(sql`lower(login)`, '=', sql<string>`lower(${login})`)
    .executeTakeFirst();
}

/** Newest first, without organizations that are being deleted. */
export async function listOrganizations(db: Executor, page: Page): Promise<OrganizationRow[]> {
  const { after, limit } = page;
  return db
    .selectFrom('organizations')
    .selectAll()
    .where('deleting_at', 'is', null)
    .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Claims the right to ask the code host for an organization's installation; false within `seconds` of the last claim. */
export async function takeAsking(db: Executor, id: string, seconds: number): Promise<boolean> {
  return hasRow(
    db
      .updateTable('organizations')
      .set({ installation_asked_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('account_id', 'is not', null)
      .where(
        sql<boolean>`(installation_asked_at is null or installation_asked_at < now() - make_interval(secs => ${seconds}))`,
      )
      .returning('id'),
  );
}
