import { sql } from 'kysely';
import type { Executor, OrgScope } from '../scope.ts';
import { scoped } from '../scope.ts';
import { repositoryName, type NamedAnalysisRow } from './analyses.ts';

/** The analyses that look at a repository's states, or, where none is named, at any of the organization's. */
function concerning(db: Executor, scope: OrgScope, repoId: string | undefined) {
  const all = scoped(db, scope).select('analyses').selectAll().select(repositoryName);
  return repoId === undefined ? all : all.where((is) => is.or([is('repo_id', '=', repoId), is('repo_id', 'is', null)]));
}

/**
 * The latest analysis that came to a result: the latest one over all states, where there is one, else the latest over
 * some of them.
 */
export async function latestResult(
  db: Executor,
  scope: OrgScope,
  repoId: string | undefined,
): Promise<NamedAnalysisRow | undefined> {
  const whole =
    repoId === undefined
      ? sql<boolean>`(state_prefix is null and repo_id is null)`
      : sql<boolean>`(state_prefix is null)`;
  return concerning(db, scope, repoId)
    .where('status', 'in', ['completed', 'partial'])
    .orderBy(whole, 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The newest analysis, whatever became of it. */
export async function newestAnalysis(
  db: Executor,
  scope: OrgScope,
  repoId: string | undefined,
): Promise<NamedAnalysisRow | undefined> {
  return concerning(db, scope, repoId).orderBy('id', 'desc').limit(1).executeTakeFirst();
}
