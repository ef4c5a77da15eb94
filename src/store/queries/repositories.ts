import { sql, type Selectable } from 'kysely';
import type { HostError } from '../column-values.ts';
import type { Tenants, Tenant } from '../scope.ts';
import type { Tables } from '../tables.ts';
import { holds } from './clauses.ts';

export type RepositoryRow = Selectable<Tables['repositories']>;

/** A position in a list by name: after this name, compared ignoring case, and this id. */
export type AfterName = { name: string; id: string };

/** Visible repositories by name; `q` is a part of the name, ignoring case. */
export async function listRepositories(
  tenants: Tenants,
  { limit, after, q }: { limit: number; after: AfterName | undefined; q?: string | undefined },
): Promise<RepositoryRow[]> {
  return tenants
    .select('repositories')
    .selectAll()
    .where('removed_at', 'is', null)
    .$if(q !== undefined, (query) => query.where(holds(sql`full_name`, q ?? '')))
    .$if(after !== undefined, (query) => query.where(sql<boolean>`(sort_name, id) > (${after?.name}, ${after?.id})`))
    .orderBy('sort_name')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export type LastAnalysis = Pick<
  Selectable<Tables['analyses']>,
  'id' | 'status' | 'severity' | 'created_at' | 'finished_at'
>;

/** The newest analysis of each repository; repositories without one are missing. */
export async function lastAnalyses(
  tenants: Tenants,
  repositories: { id: string }[],
): Promise<Map<string, LastAnalysis>> {
  if (repositories.length === 0) return new Map();
  const ids = repositories.map(({ id }) => id);
  const rows = await tenants
    .select('analyses')
    .distinctOn('repo_id')
    .select(['repo_id', 'id', 'status', 'severity', 'created_at', 'finished_at'])
    .where('repo_id', 'in', ids)
    .orderBy('repo_id')
    .orderBy('id', 'desc')
    .execute();
  return new Map(rows.map(({ repo_id: repoId, ...row }) => [repoId ?? '', row]));
}

export async function listVisibleIds(tenants: Tenants): Promise<string[]> {
  const visible = tenants.select('repositories').select('id').where('removed_at', 'is', null);
  return (await visible.execute()).map(({ id }) => id);
}

/** The ids of visible repositories, by the code host's numbers. */
export async function listVisibleNumbers(tenant: Tenant, codehost: string) {
  const rows = await tenant
    .select('repositories')
    .select(['id', 'external_id'])
    .where('codehost', '=', codehost)
    .where('removed_at', 'is', null)
    .execute();
  return new Map(rows.map(({ id, external_id: number }) => [number, id]));
}

/** A repository, visible or not. */
export async function getRepository(tenants: Tenants, id: string): Promise<RepositoryRow | undefined> {
  return tenants.select('repositories').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Sets whether reports in a public repository contain details. */
export async function setPublicDetails(tenant: Tenant, id: string, public_details: boolean) {
  return tenant
    .update('repositories')
    .set({ public_details, updated_at: new Date() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Finds a repository by the code host's number. */
export async function findRepository(
  tenants: Tenants,
  { codehost, external_id }: Pick<RepositoryRow, 'codehost' | 'external_id'>,
): Promise<RepositoryRow | undefined> {
  return tenants
    .select('repositories')
    .selectAll()
    .where('codehost', '=', codehost)
    .where('external_id', '=', external_id)
    .executeTakeFirst();
}

/** Stores a repository's error, unless the stored one is the same; null clears it, unless it names a permission. */
export async function saveRepositoryError(tenant: Tenant, repoId: string, error: HostError | null) {
  const repository = tenant.update('repositories').where('id', '=', repoId);
  await (
    error
      ? repository
          .set({ trouble: JSON.stringify(error) })
          .where(
            sql<boolean>`(trouble->>'code', trouble->>'permission') is distinct from (${error.code}::text, ${error.permission}::text)`,
          )
      : repository
          .set({ trouble: null })
          .where('trouble', 'is not', null)
          .where(sql<boolean>`trouble->>'permission' is null`)
  ).execute();
}

/** The repositories of an organization that lack a permission, with its name. */
export async function lackingRepositories(tenant: Tenant) {
  return tenant
    .select('repositories')
    .select(['id', sql<string>`trouble->>'permission'`.as('permission')])
    .where(sql<boolean>`trouble->>'permission' is not null`)
    .execute();
}

export async function clearRepositoryErrors(tenant: Tenant, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tenant
    .update('repositories')
    .set({ trouble: null })
    .where('id', 'in', [...ids])
    .execute();
}
