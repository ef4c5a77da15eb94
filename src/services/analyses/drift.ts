import { AppError } from '../../base/errors.ts';
import { getAnalysis, type AnalysisRow } from '../../store/queries/analyses.ts';
import { latestResult, newestAnalysis } from '../../store/queries/analyses-page.ts';
import { ownOrganization, requireScope, type Ctx } from '../base/context.ts';
import { fetchProject, type Project } from '../memory/project.ts';
import { scopeWithin } from '../access/organization.ts';
import { prefixWithin, presentAnalysisWithin } from '../views/present-within.ts';
import { analysisOfCursor, findingsOf, type FindingsRequest } from './findings-page.ts';
import { scoped } from '../../store/scope.ts';

type Input = FindingsRequest & {
  /** A repository or an organization, by any name that recall accepts. Default: the caller's organization. */
  project?: string;
  org_id?: string;
};

/**
 * The current drift, as far as it is known: the findings of the latest finished analysis of all states of the
 * organization or, if there is none, of some states. For a repository, findings in states of other repositories are
 * left out. A cursor continues in the analysis of the page before. `newer` is a later analysis that has no result yet,
 * or that checked fewer states.
 */
export async function listDrift(ctx: Ctx, input: Input) {
  requireScope(ctx, 'read');
  const { scope, repo_id } = await projectOf(ctx, input);
  const { db } = ctx.store;
  const begun = analysisOfCursor(input.cursor);
  const tenant = scoped(db, scope);
  const row = begun === undefined ? await latestResult(tenant, repo_id) : await getAnalysis(tenant, begun);
  if (begun !== undefined && !row) throw new AppError('invalid_input', 'There is no page with this cursor any more.');
  const newest = await newestAnalysis(tenant, repo_id);
  const newer = newest && newest.id !== row?.id ? newest : undefined;
  return {
    page:
      row && (await findingsOf(db, { row, scope }, input, repo_id === undefined ? [] : statesOfOthers(row, repo_id))),
    newer: newer && { ...(await presentAnalysisWithin(tenant, newer)), state_prefix: prefixWithin(scope, newer) },
  };
}

async function projectOf(ctx: Ctx, { project, org_id: orgId }: Input): Promise<Project> {
  if (project !== undefined) return fetchProject(ctx, { project, ...(orgId !== undefined && { org_id: orgId }) });
  const own = orgId ?? ownOrganization(ctx);
  if (own === undefined)
    throw new AppError(
      'invalid_input',
      'The operator key belongs to no organization: name one with project or org_id.',
    );
  return { scope: await scopeWithin(ctx, own), repo_id: undefined };
}

function statesOfOthers({ states }: AnalysisRow, repoId: string): number[] {
  return states.flatMap(({ repo_id }, position) => (repo_id === null || repo_id === repoId ? [] : [position]));
}
