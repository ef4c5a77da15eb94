import { sql, type Insertable, type Selectable } from 'kysely';
import { scoped, type Executor, type Tenant, type Tenants } from '../scope.ts';
import type { Tables } from '../tables.ts';
import { hasRow } from './clauses.ts';

export type ReadingRow = Selectable<Tables['repository_readings']>;

/** What the repositories say of states that can be seen now, in the order of their ids. */
export async function listClaims(tenant: Tenant) {
  const rows = await tenant
    .select('repositories')
    .leftJoin('repository_readings', 'repository_readings.repo_id', 'repositories.id')
    .select(['repositories.id as repo_id', 'repositories.full_name', 'claims'])
    .where('repositories.removed_at', 'is', null)
    .orderBy('repositories.id')
    .execute();
  return rows.map(({ claims, ...row }) => ({ ...row, claims: claims ?? [] }));
}

/** Which reading of each repository that can be seen is the last one: what they say changes with it. */
export async function listReadingMarks(tenant: Tenant) {
  return tenant
    .select('repositories')
    .leftJoin('repository_readings', 'repository_readings.repo_id', 'repositories.id')
    .select(['repositories.id as repo_id', 'repositories.full_name', 'sha', 'read_at'])
    .where('repositories.removed_at', 'is', null)
    .orderBy('repositories.id')
    .execute();
}

/** What calls what in one repository; empty where nothing was read of it. */
export async function getLayout(tenant: Tenant, repoId: string): Promise<ReadingRow['layout']> {
  const row = await tenant
    .select('repository_readings')
    .select('layout')
    .where('repo_id', '=', repoId)
    .executeTakeFirst();
  return row?.layout ?? { roots: [], modules: {} };
}

/** What was read last of each of these repositories. */
export async function listReadings(
  tenants: Tenants,
  repoIds: readonly string[],
): Promise<Map<string, Pick<ReadingRow, 'sha' | 'read_at' | 'problems'>>> {
  if (repoIds.length === 0) return new Map();
  const rows = await tenants
    .select('repository_readings')
    .select(['repo_id', 'sha', 'read_at', 'problems'])
    .where('repo_id', 'in', [...repoIds])
    .execute();
  return new Map(rows.map(({ repo_id: repoId, ...row }) => [repoId, row]));
}

/** The ignore rules of those of these repositories that have any. */
export async function listRepositoryRules(tenant: Tenant, repoIds: readonly string[]) {
  if (repoIds.length === 0) return [];
  return tenant
    .select('repository_readings')
    .select(['repo_id', 'ignore'])
    .where('repo_id', 'in', [...repoIds])
    .where(sql<boolean>`ignore <> '[]'::jsonb`)
    .execute();
}

/**
 * Writes down what was read of a repository, in the place of what was read before; false where something newer was read meanwhile.
 */
export async function saveReading(db: Executor, { org_id, ...row }: Insertable<Tables['repository_readings']>) {
  const { repo_id: _, ...read } = row;
  return hasRow(
    scoped(db, { org_id })
      .insert('repository_readings', row)
      .onConflict((conflict) =>
        conflict
          .column('repo_id')
          .doUpdateSet(read)
          .where('repository_readings.read_at', '<=', (is) => is.ref('excluded.read_at')),
      )
      .returning('repo_id'),
  );
}

/** Notes that a repository could not be read, and why; what was read of it before stays. */
export async function noteUnread(
  db: Executor,
  row: Pick<ReadingRow, 'repo_id' | 'org_id' | 'read_at' | 'branch' | 'problems'>,
): Promise<void> {
  const { org_id, repo_id, read_at, branch, problems } = row;
  const reading = { read_at, branch, problems: JSON.stringify(problems) };
  const nothing = { sha: null, claims: '[]', layout: '{"roots":[],"modules":{}}', ignore: '[]' };
  await scoped(db, { org_id })
    .insert('repository_readings', { repo_id, ...reading, ...nothing })
    .onConflict((conflict) => conflict.column('repo_id').doUpdateSet(reading))
    .execute();
}

/**
 * Repositories that can be seen, whose default branch is known, and was not the one that was read last, or was read by an earlier
 * version, which kept other facts of files.
 */
export async function listStale(tenant: Tenant, version: number): Promise<{ id: string; branch: string }[]> {
  const rows = await tenant
    .select('repositories')
    .leftJoin('repository_readings', 'repository_readings.repo_id', 'repositories.id')
    .select(['repositories.id', 'repositories.default_branch'])
    .where('repositories.removed_at', 'is', null)
    .where('repositories.default_branch', 'is not', null)
    .where(
      sql<boolean>`(repository_readings.branch is distinct from repositories.default_branch
        or ${version} <> all(select version from repository_files where repo_id = repositories.id)
          and exists (select from repository_files where repo_id = repositories.id))`,
    )
    .orderBy('repositories.id')
    .execute();
  return rows.map(({ id, default_branch: branch }) => ({ id, branch: branch ?? '' }));
}

/** Whether any repository of an organization was read since then. */
export async function isReadSince(tenant: Tenant, since: Date): Promise<boolean> {
  return hasRow(tenant.select('repository_readings').select('repo_id').where('read_at', '>=', since).limit(1));
}
