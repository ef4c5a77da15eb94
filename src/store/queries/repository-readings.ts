import { sql, type Insertable, type Selectable } from 'kysely';
import { scoped, type Executor, type Tenant, type Tenants } from '../scope.ts';
import type { Tables } from '../tables.ts';
import { hasRow } from './clauses.ts';

export type ReadingRow = Selectable<Tables['repository_readings']>;

/** The claims of each visible repository, by id. */
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

/** The latest reading of each visible repository: its claims change only with a new reading. */
export async function listReadingMarks(tenant: Tenant) {
  return tenant
    .select('repositories')
    .leftJoin('repository_readings', 'repository_readings.repo_id', 'repositories.id')
    .select(['repositories.id as repo_id', 'repositories.full_name', 'sha', 'read_at'])
    .where('repositories.removed_at', 'is', null)
    .orderBy('repositories.id')
    .execute();
}

/** The module calls in a repository; empty where it was never read. */
export async function getLayout(tenant: Tenant, repoId: string): Promise<ReadingRow['layout']> {
  const row = await tenant
    .select('repository_readings')
    .select('layout')
    .where('repo_id', '=', repoId)
    .executeTakeFirst();
  return row?.layout ?? { roots: [], modules: {} };
}

/** The latest reading of each repository. */
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

/** The ignore rules of each repository that has any. */
export async function listRepositoryRules(tenant: Tenant, repoIds: readonly string[]) {
  if (repoIds.length === 0) return [];
  return tenant
    .select('repository_readings')
    .select(['repo_id', 'ignore'])
    .where('repo_id', 'in', [...repoIds])
    .where(sql<boolean>`ignore <> '[]'::jsonb`)
    .execute();
}

/** Stores a reading in place of the previous one; false where a newer one was stored meanwhile. */
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

/** Stores that a repository could not be read, and why. The facts of the previous reading stay. */
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
 * Visible repositories to read again: their default branch is not the one last read, or an earlier version, which kept
 * other facts of files, read them.
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
        or (select bool_and(version <> ${version}) from repository_files
          where org_id = repositories.org_id and repo_id = repositories.id))`,
    )
    .orderBy('repositories.id')
    .execute();
  return rows.map(({ id, default_branch: branch }) => ({ id, branch: branch ?? '' }));
}

/** Whether any repository of an organization was read since a time. */
export async function isReadSince(tenant: Tenant, since: Date): Promise<boolean> {
  return hasRow(tenant.select('repository_readings').select('repo_id').where('read_at', '>=', since).limit(1));
}
