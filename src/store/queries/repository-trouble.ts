import { sql } from 'kysely';
import type { Executor, OrgScope } from '../scope.ts';
import { scoped } from '../scope.ts';
import type { Trouble } from '../column-values.ts';

/** Notes the trouble with a repository, if it is another one than is known; null ends it, but one that names a permission. */
export async function changeTrouble(
  db: Executor,
  scope: OrgScope,
  repoId: string,
  trouble: Trouble | null,
): Promise<void> {
  const repository = scoped(db, scope).update('repositories').where('id', '=', repoId);
  await (
    trouble
      ? repository
          .set({ trouble: JSON.stringify(trouble) })
          .where(
            sql<boolean>`(trouble->>'code', trouble->>'permission') is distinct from (${trouble.code}::text, ${trouble.permission}::text)`,
          )
      : repository
          .set({ trouble: null })
          .where('trouble', 'is not', null)
          .where(sql<boolean>`trouble->>'permission' is null`)
  ).execute();
}

/** The repositories of an organization that lack a permission, by which. */
export async function lackingRepositories(
  db: Executor,
  scope: OrgScope,
): Promise<{ id: string; permission: string }[]> {
  return scoped(db, scope)
    .select('repositories')
    .select(['id', sql<string>`trouble->>'permission'`.as('permission')])
    .where(sql<boolean>`trouble->>'permission' is not null`)
    .execute();
}

/** Ends whatever trouble there is with these repositories. */
export async function endTroubles(db: Executor, scope: OrgScope, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await scoped(db, scope)
    .update('repositories')
    .set({ trouble: null })
    .where('id', 'in', [...ids])
    .execute();
}
