import { chunksOf } from '../../base/chunks.ts';
import { sql, type Insertable, type Selectable } from 'kysely';
import type { FileFacts, ModuleFacts } from '../../engine/mapping/types.ts';
import type { CodeFacts } from '../../engine/code/module-code.ts';
import type { Tenant } from '../scope.ts';
import type { Tables } from '../tables.ts';
import { excluded } from './clauses.ts';

export type RepositoryFileRow = Selectable<Tables['repository_files']>;

/** Rows of a statement: the facts of a file may be long. */
const LARGE = 200;

/** The files of a repository with facts of this version. */
export async function listFiles(tenant: Tenant, repoId: string, version: number) {
  return tenant
    .select('repository_files')
    .select(['path', 'sha', 'facts'])
    .where('repo_id', '=', repoId)
    .where('version', '=', version)
    .execute();
}

export async function saveFiles(tenant: Tenant, rows: Insertable<Tables['repository_files']>[]) {
  for (const chunk of chunksOf(rows, LARGE))
    await tenant
      .insert('repository_files', chunk)
      .onConflict((conflict) =>
        conflict.columns(['repo_id', 'path']).doUpdateSet(excluded(['sha', 'version', 'facts'])),
      )
      .execute();
}

/** The paths of a repository's files with facts of any version. */
export async function listPaths(tenant: Tenant, repoId: string): Promise<string[]> {
  const rows = await tenant.select('repository_files').select('path').where('repo_id', '=', repoId).execute();
  return rows.map(({ path }) => path);
}

/** Deletes files that are no longer in the repository. */
export async function removeFiles(tenant: Tenant, repoId: string, paths: readonly string[]) {
  for (const chunk of chunksOf(paths, LARGE))
    await tenant.delete('repository_files').where('repo_id', '=', repoId).where('path', 'in', chunk).execute();
}

/** A file's facts about resources and modules. */
export type CodeFile = Pick<RepositoryFileRow, 'repo_id' | 'directory' | 'path'> & {
  [Fact in keyof CodeFacts]-?: CodeFacts[Fact] | null;
};

/** The files with facts of this version about resources or modules, in repositories that use `ignore_changes`. */
export async function listCodeFiles(tenant: Tenant, repoIds: readonly string[], version: number) {
  if (repoIds.length === 0) return [];
  return (
    tenant
      .select('repository_files')
      .select(['repo_id', 'directory', 'path'])
      .select(sql<CodeFile['calls']>`facts->'module'->'calls'`.as('calls'))
      .select(sql<CodeFile['ignores']>`facts->'module'->'ignores'`.as('ignores'))
      .where('repo_id', 'in', repoIds)
      .where('version', '=', version)
      .where(sql<boolean>`(facts->'module'->'calls' is not null or facts->'module'->'ignores' is not null)`)
      // Most repositories ignore no changes; their module calls do not matter then.
      .where(
        sql<boolean>`repo_id in (select repo_id from repository_files
        where org_id = ${tenant.scope.org_id} and repo_id = any(${repoIds}::text[]) and facts->'module'->'ignores' is not null)`,
      )
      .execute()
  );
}

/** The files of a repository that call local modules, with facts of this version. */
export async function listCallingFiles(tenant: Tenant, repoId: string, version: number) {
  return tenant
    .select('repository_files')
    .select(['directory', 'path'])
    .select(sql<Record<string, string>>`facts->'module'->'calls'`.as('calls'))
    .where('repo_id', '=', repoId)
    .where('version', '=', version)
    .where(sql<boolean>`facts->'module'->'calls' is not null`)
    .execute();
}

/** The files in a directory of a repository, each with the first line of this block; null in files without it. */
export async function listBlockFiles(
  tenant: Tenant,
  { repo_id, directory, block }: { repo_id: string; directory: string; block: string },
  version: number,
) {
  return tenant
    .select('repository_files')
    .select('path')
    .select(sql<number | null>`(facts->'lines'->>${block})::integer`.as('line'))
    .where('repo_id', '=', repo_id)
    .where('directory', '=', directory)
    .where('version', '=', version)
    .execute();
}

/** A file's facts about providers. */
export type ProviderFile = Pick<RepositoryFileRow, 'repo_id' | 'directory' | 'path'> & {
  lock: FileFacts['lock'] | null;
  providers: ModuleFacts['providers'] | null;
};

/** The files in these directories with facts about providers: lock files, and `provider` blocks. */
export async function listProviderFiles(
  tenant: Tenant,
  wanted: readonly { repo_id: string; directory: string }[],
): Promise<ProviderFile[]> {
  if (wanted.length === 0) return [];
  const [ids, directories] = [wanted.map((one) => one.repo_id), wanted.map((one) => one.directory)];
  return tenant
    .select('repository_files')
    .select(['repo_id', 'directory', 'path'])
    .select(sql<ProviderFile['lock']>`facts->'lock'`.as('lock'))
    .select(sql<ProviderFile['providers']>`facts->'module'->'providers'`.as('providers'))
    .where(sql<boolean>`(repo_id, directory) in (select * from unnest(${ids}::text[], ${directories}::text[]))`)
    .where(sql<boolean>`(facts->'lock' is not null or facts->'module'->'providers' is not null)`)
    .execute();
}
