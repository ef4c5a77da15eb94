import { sql, type Insertable, type Selectable } from 'kysely';
import type { Page } from '../page.ts';
import { scoped, within, type Executor, type Tenant } from '../scope.ts';
import type { Tables } from '../tables.ts';
import type { ApiKeyRow } from './api-keys.ts';

/** Of the key that a session or a link was made of: null without one. */
type OfKey = {
  [Column in 'org_id' | 'name' | 'hint' | 'scopes' | 'expires_at' | 'revoked_at' as `key_${Column}`]:
    | ApiKeyRow[Column]
    | null;
};

const OF_KEY = [
  'api_keys.org_id as key_org_id',
  'api_keys.name as key_name',
  'api_keys.hint as key_hint',
  'api_keys.scopes as key_scopes',
  'api_keys.expires_at as key_expires_at',
  'api_keys.revoked_at as key_revoked_at',
] as const;

export type SessionRow = Selectable<Tables['sessions']> & OfKey;
export type SessionLinkRow = Selectable<Tables['session_links']> & OfKey & { opener_expires_at: Date | null };

export async function insertSession(db: Executor, row: Insertable<Tables['sessions']>): Promise<void> {
  await db.insertInto('sessions').values(row).execute();
}

/** Ends the sessions of the holder of one, this one among them, but the newest `most`. */
export async function endOldest(db: Executor, id: string, most: number): Promise<void> {
  const same = (column: 'key_id' | 'operator_hash' | 'codehost' | 'login') =>
    sql<boolean>`${sql.ref(`sessions.${column}`)} is not distinct from ${sql.ref(`one.${column}`)}`;
  const older = db
    .selectFrom('sessions')
    .innerJoin('sessions as one', (join) => join.on('one.id', '=', id))
    .select('sessions.id')
    .where((is) => is.and([same('key_id'), same('operator_hash'), same('codehost'), same('login')]))
    .where('sessions.id', '<>', id)
    .orderBy('sessions.id', 'desc')
    .offset(most - 1);
  await db.deleteFrom('sessions').where('id', 'in', older).execute();
}

/** The sessions with these SHA-256, over or not, each with its key. */
export async function findSessionsByHash(db: Executor, hashes: Uint8Array[]): Promise<SessionRow[]> {
  return within(db, 'instance')
    .selectFrom('sessions')
    .leftJoin('api_keys', 'api_keys.id', 'sessions.key_id')
    .selectAll('sessions')
    .select(OF_KEY)
    .where('sessions.hash', 'in', hashes)
    .execute();
}

/** Notes that a session was used. */
export async function touchSession(db: Executor, id: string, at: Date): Promise<void> {
  await db.updateTable('sessions').set({ last_used_at: at }).where('id', '=', id).execute();
}

/** Ends a session, and those that were opened from it. False where it was over before. */
export async function endSession(db: Executor, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('sessions').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The sessions of an organization, of its keys and of people, that are not over at `now`, newest first. */
export async function listSessionsOf(tenant: Tenant, page: Page & { now: Date }) {
  const { after, limit, now } = page;
  let query = sessionsOf(tenant)
    .where('sessions.expires_at', '>', now)
    .where('api_keys.revoked_at', 'is', null)
    .where((is) => is.or([is('api_keys.expires_at', 'is', null), is('api_keys.expires_at', '>', now)]));
  if (after !== undefined) query = query.where('sessions.id', '<', after);
  return query.orderBy('sessions.id', 'desc').limit(limit).execute();
}

/** One of them, over or not. */
export async function getSessionOf(tenant: Tenant, id: string) {
  return sessionsOf(tenant).where('sessions.id', '=', id).executeTakeFirst();
}

/** The sessions that an operator key with this SHA-256 began and that are not over at `now`, newest first. */
export async function listOperatorSessions(
  db: Executor,
  operatorHash: Uint8Array,
  { after, limit, now }: Page & { now: Date },
): Promise<Selectable<Tables['sessions']>[]> {
  let query = db
    .selectFrom('sessions')
    .selectAll()
    .where('operator_hash', '=', operatorHash)
    .where('expires_at', '>', now);
  if (after !== undefined) query = query.where('id', '<', after);
  return query.orderBy('id', 'desc').limit(limit).execute();
}

/** Ends one of them, and those that were opened from it. False where there is none. */
export async function endOperatorSession(db: Executor, operatorHash: Uint8Array, id: string): Promise<boolean> {
  const ended = db.deleteFrom('sessions').where('operator_hash', '=', operatorHash).where('id', '=', id);
  return (await ended.executeTakeFirst()).numDeletedRows > 0n;
}

/** With what a person may do in the organization; null where it is a key's. */
export type OrganizationSessionRow = SessionRow & { person_scopes: string[] | null };

function sessionsOf(tenant: Tenant) {
  const own = tenant;
  return tenant.db
    .selectFrom('sessions')
    .leftJoin(own.select('api_keys').selectAll().as('api_keys'), 'api_keys.id', 'sessions.key_id')
    .leftJoin(own.select('session_organizations').selectAll().as('seen'), 'seen.session_id', 'sessions.id')
    .selectAll('sessions')
    .select(OF_KEY)
    .select('seen.scopes as person_scopes')
    .where((is) => is.or([is('api_keys.id', 'is not', null), is('seen.session_id', 'is not', null)]));
}

export async function insertSessionLink(db: Executor, row: Insertable<Tables['session_links']>): Promise<void> {
  await db.insertInto('session_links').values(row).execute();
}

/** Takes a link away, with its key and the session that it was made in; of several that take it at once, one gets it. */
export async function takeSessionLink(db: Executor, hash: Uint8Array): Promise<SessionLinkRow | undefined> {
  return within(db, 'instance')
    .with('taken', (cte) => cte.deleteFrom('session_links').where('hash', '=', hash).returningAll())
    .selectFrom('taken')
    .leftJoin('api_keys', 'api_keys.id', 'taken.key_id')
    .leftJoin('sessions', 'sessions.id', 'taken.opened_by')
    .selectAll('taken')
    .select(OF_KEY)
    .select('sessions.expires_at as opener_expires_at')
    .executeTakeFirst();
}

/** Erases what is over. */
export async function forgetSessions(db: Executor, now: Date): Promise<void> {
  await db.deleteFrom('session_links').where('expires_at', '<=', now).execute();
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
}

/** An organization that a person may see in their session. */
export type Membership = Pick<Selectable<Tables['session_organizations']>, 'org_id' | 'scopes' | 'repositories'> & {
  name: string;
};

/** Stores what a person may see in a session. */
export async function insertMemberships(db: Executor, rows: readonly Insertable<Tables['session_organizations']>[]) {
  for (const row of rows) await scoped(db, { org_id: row.org_id }).insert('session_organizations', row).execute();
}

/** The organizations of a session, by name: as far as the App is installed there now as it was when it began, and not suspended. */
export async function listMemberships(db: Executor, sessionId: string): Promise<Membership[]> {
  return scoped(db, 'instance')
    .select('session_organizations')
    .innerJoin('organizations', (join) =>
      join
        .onRef('organizations.id', '=', 'session_organizations.org_id')
        .onRef('organizations.installation_id', '=', 'session_organizations.installation_id'),
    )
    .select(['org_id', 'scopes', 'repositories', 'organizations.login as name'])
    .where('session_id', '=', sessionId)
    .where('organizations.suspended_at', 'is', null)
    .where('organizations.uninstalled_at', 'is', null)
    .where('organizations.deleting_at', 'is', null)
    .orderBy('organizations.login')
    .execute();
}

/** Has a session not be one of an organization any more. */
export async function deleteMembership(tenant: Tenant, sessionId: string): Promise<boolean> {
  const deleted = tenant.delete('session_organizations').where('session_id', '=', sessionId);
  return (await deleted.executeTakeFirst()).numDeletedRows > 0n;
}
