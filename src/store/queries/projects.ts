import { sql } from 'kysely';
import type { Tenants } from '../scope.ts';

/** A match of a project's name: a repository, or, with `repo_id` null, the whole organization. */
export type ProjectRow = { org_id: string; repo_id: string | null; name: string };

/**
 * All with the name `text`, ignoring case: organizations by id or login, visible repositories by id, full name or name.
 */
export async function findProjects(tenants: Tenants, text: string): Promise<ProjectRow[]> {
  const wanted = sql<string>`lower(${text})`;
  const organizations = tenants.db
    .selectFrom('organizations')
    .select(['id as org_id', sql<string | null>`null`.as('repo_id'), 'login as name'])
    .$if(tenants.scope !== 'instance', (query) =>
      query.where('id', '=', tenants.scope === 'instance' ? '' : tenants.scope.org_id),
    )
    .where((is) => is.or([is('id', '=', text), is(sql`lower(login)`, '=', wanted)]));
  const repositories = tenants
    .select('repositories')
    .select(['org_id', sql<string | null>`id`.as('repo_id'), 'full_name as name'])
    .where('removed_at', 'is', null)
    .where((is) =>
      is.or([
        is('id', '=', text),
        is(sql`lower(full_name)`, '=', wanted),
        is(sql`lower(split_part(full_name, '/', 2))`, '=', wanted),
      ]),
    );
  return organizations.unionAll(repositories).orderBy('name').limit(20).execute();
}
