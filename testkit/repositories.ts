import type { Updateable } from 'kysely';
import { newId } from '../src/base/ids.ts';
import type { RepositoryRow } from '../src/store/queries/repositories.ts';
import type { Tenant } from '../src/store/scope.ts';
import type { Tables } from '../src/store/tables.ts';

type Facts = Pick<Updateable<Tables['repositories']>, 'full_name' | 'private' | 'archived' | 'default_branch'> & {
  full_name: string;
  private: boolean;
};

/** Upserts a repository by its number at the code host. */
export async function saveRepository(
  tenant: Tenant,
  identity: { codehost: string; external_id: number },
  facts: Facts,
): Promise<RepositoryRow> {
  return tenant
    .insert('repositories', { id: newId('repo'), ...identity, default_branch: null, removed_at: null, ...facts })
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'codehost', 'external_id'])
        .doUpdateSet({ ...facts, removed_at: null, updated_at: new Date() }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Removes repositories. */
export async function removeRepositories(
  tenant: Tenant,
  codehost: string,
  externalIds: number[],
  at: Date,
): Promise<void> {
  if (externalIds.length === 0) return;
  await tenant
    .update('repositories')
    .set({ removed_at: at, updated_at: at })
    .where('codehost', '=', codehost)
    .where('external_id', 'in', externalIds)
    .where('removed_at', 'is', null)
    .execute();
}
