import { sql, type Insertable, type Selectable } from 'kysely';
import type { Page } from '../page.ts';
import { scoped, within, type Executor, type Tenant } from '../scope.ts';
import type { Tables } from '../tables.ts';
import type { ApiKeyRow } from './api-keys.ts';

/** The key that a session or link was created with; null without one. */
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

/** Ends the older sessions of a session's holder: the newest `most` stay, this one among them. */
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

/** The sessions with these SHA-256 hashes, expired or not, each with its key. */
export async function findSessionsByHash(db: Executor, hashes: Uint8Array[]): Promise<SessionRow[]> {
  return within(db, 'instance')
    .selectFrom('sessions')
    .leftJoin('api_keys', 'api_keys.id', 'sessions.key_id')
    .selectAll('sessions')
    .select(OF_KEY)
    .where('sessions.hash', 'in', hashes)
    .execute();
}

export async function touchSession(db: Executor, id: string, at: Date): Promise<void> {
  await db.updateTable('sessions').set({ last_used_at: at }).where('id', '=', id).execute();
}

/** Ends a session, and those opened from it. False where it had ended before. */
export async function endSession(db: Executor, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('sessions').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** An organization's sessions, of keys and of people, that are valid at `now`; newest first. */
export async function listSessionsOf(tenant: Tenant, page: Page & { now: Date }) {
  const { after, limit, now } = page;
  let query = sessionsOf(tenant)
    .where('sessions.expires_at', '>', now)
    .where('api_keys.revoked_at', 'is', null)
    .where((is) => is.or([is('api_keys.expires_at', 'is', null), is('api_keys.expires_at', '>', now)]));
  if (after !== undefined) query = query.where('sessions.id', '<', after);
  return query.orderBy('sessions.id', 'desc').limit(limit).execute();
}

/** A session of an organization, expired or not. */
export async function getSessionOf(tenant: Tenant, id: string) {
  return sessionsOf(tenant).where('sessions.id', '=', id).executeTakeFirst();
}

/** The sessions of the operator key with this SHA-256 hash that are valid at `now`; newest first. */
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

/** Ends a session of an operator key, and those opened from it. False where there is none. */
export async function endOperatorSession(db: Executor, operatorHash: Uint8Array, id: string): Promise<boolean> {
  const ended = db.deleteFrom('sessions').where('operator_hash', '=', operatorHash).where('id', '=', id);
  return (await ended.executeTakeFirst()).numDeletedRows > 0n;
}

/** A session with the person's scopes in the organization; null for a key's session. */
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

/** Deletes a link and returns it with its key and the session that created it. Of concurrent callers one gets it. */
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

/** Deletes expired sessions and links. */
export async function forgetSessions(db: Executor, now: Date): Promise<void> {
  await db.deleteFrom('session_links').where('expires_at', '<=', now).execute();
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
}

/** An organization that a person may see in a session. */
export type Membership = Pick<Selectable<Tables['session_organizations']>, 'org_id' | 'scopes' | 'repositories'> & {
  name: string;
};

export async function insertMemberships(db: Executor, rows: readonly Insertable<Tables['session_organizations']>[]) {
  for (const row of rows) await scoped(db, { org_id: row.org_id }).insert('session_organizations', row).execute();
}

/**
 * A session's organizations by name, if the App's installation is still that of the session's start and not suspended.
 */
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

export async function deleteMembership(tenant: Tenant, sessionId: string): Promise<boolean> {
  const deleted = tenant.delete('session_organizations').where('session_id', '=', sessionId);
  return (await deleted.executeTakeFirst()).numDeletedRows > 0n;
}
