import type { AnalysisOverview, AnalysisStatus, Severity, StateReport, Trigger } from '../../drift/analysis.ts';
import {
  listAnalyses as query,
  listAnalysesInBrief as queryInBrief,
  type ListedAnalysisRow,
  type StateCounts,
} from '../../store/queries/analyses-page.ts';
import type { NamedAnalysisRow } from '../../store/queries/analyses.ts';
import { isPart } from '../../store/scope.ts';
import { requireScope, type Ctx } from '../base/context.ts';
import { instantOf } from '../base/instant.ts';
import { reachWithin } from '../access/organization.ts';
import { byId, page, pageBy, type Page, type PageRequest } from '../base/paging.ts';
import { prefixWithin, presentAnalyses } from '../views/present-within.ts';
import { presentAnalysis } from '../views/present.ts';

type Input = PageRequest & {
  org_id?: string;
  repo_id?: string;
  status?: AnalysisStatus;
  trigger?: Trigger['kind'];
  severity_at_least?: Severity;
  since?: string;
  until?: string;
  without?: 'states';
};

/** An analysis of a list; `states` stand in it unless they are not wanted. */
export type ListedAnalysis = Omit<AnalysisOverview, 'states'> & {
  states?: StateReport[];
  state_prefix: string | null;
  state_counts: StateCounts;
};

/** Analyses, newest first: of one organization where it is named, else of all that the caller may see. */
export async function listAnalyses(ctx: Ctx, input: Input): Promise<Page<ListedAnalysis>> {
  const scope = await reachWithin(ctx, input.org_id);
  requireScope(ctx, 'read');
  const { db } = ctx.store;
  const { repo_id, status, trigger, severity_at_least: severity, since, until } = input;
  const filter = {
    repo_id,
    status,
    trigger,
    severity,
    since: since === undefined ? undefined : instantOf(since, '/since'),
    until: until === undefined ? undefined : instantOf(until, '/until'),
  };
  if (input.without === 'states' && !isPart(scope))
    return page(input, (limit, after) => queryInBrief(db, scope, { limit, after, ...filter }), presentInBrief);
  return pageBy(
    byId<NamedAnalysisRow>(),
    input,
    (limit, after) => query(db, scope, { limit, after, ...filter }),
    async (rows) =>
      (await presentAnalyses(db, scope, rows)).map(({ states, ...one }, n) => ({
        ...one,
        state_prefix: prefixWithin(scope, rows[n]!),
        state_counts: countStates(states),
        ...(input.without !== 'states' && { states }),
      })),
  );
}

function presentInBrief({ state_counts, ...row }: ListedAnalysisRow): ListedAnalysis {
  const { states: _, ...listed } = presentAnalysis({ ...row, states: [] });
  return { ...listed, state_prefix: row.state_prefix, state_counts };
}

/** How many states are how far. */
export function countStates(states: readonly StateReport[]): StateCounts {
  const number = (status: StateReport['status']) => states.filter((state) => state.status === status).length;
  return {
    in_all: states.length,
    pending: number('pending'),
    read: number('read'),
    unreadable: number('unreadable'),
  };
}
