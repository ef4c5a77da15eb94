import type { AnalysisOverview, AnalysisStatus } from '../../drift/analysis.ts';
import { listAnalyses as query } from '../../store/queries/analyses.ts';
import { requireScope, type Ctx } from '../context.ts';
import { reachWithin } from '../organizations/fetch.ts';
import { page, type Page, type PageRequest } from '../paging.ts';
import { presentAnalysis } from './present.ts';

type Input = PageRequest & { org_id?: string; repo_id?: string; status?: AnalysisStatus };

/** Analyses, newest first: of one organization where it is named, else of all that the caller may see. */
export async function listAnalyses(ctx: Ctx, input: Input): Promise<Page<AnalysisOverview>> {
  const scope = await reachWithin(ctx, input.org_id);
  requireScope(ctx, 'read');
  const { repo_id, status } = input;
  return page(input, (limit, after) => query(ctx.store.db, scope, { limit, after, repo_id, status }), presentAnalysis);
}
