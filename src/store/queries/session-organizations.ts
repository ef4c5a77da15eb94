import type { Insertable, Selectable } from 'kysely';
import { scoped, type Executor, type OrgScope } from '../scope.ts';
import type { Tables } from '../tables.ts';

/** An organization that a person may look at in their session. */
export type Membership = Pick<Selectable<Tables['session_organizations']>, 'org_id' | 'scopes' | 'repositories'> & {
  name: string;
};

/** Notes what a person may look at in a session. */
export async function insertMemberships(
  db: Executor,
  rows: readonly Insertable<Tables['session_organizations']>[],
): Promise<void> {
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
export async function deleteMembership(db: Executor, scope: OrgScope, sessionId: string): Promise<boolean> {
  const deleted = scoped(db, scope).delete('session_organizations').where('session_id', '=', sessionId);
  return (await deleted.executeTakeFirst()).numDeletedRows > 0n;
}
