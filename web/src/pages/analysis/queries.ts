import { SEVERITIES } from '../../api/severities.ts';
import { keepPreviousData, type InfiniteData } from '@tanstack/react-query';
import { ask, type Api, type Page } from '../../api/client.ts';
import { pollWhile } from '../../api/queries.ts';
import type { components } from '../../api/schema.ts';
import { type Narrow, textIn, withoutEmpty, wordIn } from '../../api/search.ts';
import { useGet, usePages } from '../../api/use-api.ts';
import { isUnderWay } from '../analyses/queries.ts';

export const VIEWS = ['findings', 'coverage', 'suppressed', 'memory', 'calls', 'states'] as const;
export const KINDS = ['changed', 'deleted'] as const;
/** Filter of findings: first found by this analysis, or by an earlier one. */
export const SEEN = ['new', 'before'] as const;
export const VERDICTS = ['in_sync', 'changed', 'deleted', 'suspect', 'unreadable', 'unsupported', 'skipped'] as const;
/** The root module in the URL, since it has no name. */
export const ROOT = '.';

export const analysisSearch = (search: Record<string, unknown>) =>
  withoutEmpty({
    view: wordIn(VIEWS, search.view),
    q: textIn(search.q),
    state: textIn(search.state),
    module: textIn(search.module),
    severity: wordIn(SEVERITIES, search.severity),
    kind: wordIn(KINDS, search.kind),
    seen: wordIn(SEEN, search.seen),
    type: textIn(search.type),
    region: textIn(search.region),
    account: textIn(search.account),
    repo: textIn(search.repo),
    sort: wordIn(['address', 'newest'], search.sort),
    verdict: wordIn(VERDICTS, search.verdict),
    reason: textIn(search.reason),
  });

export type AnalysisSearch = ReturnType<typeof analysisSearch>;

type Schemas = components['schemas'];
export type Analysis = Schemas['AnalysisInBrief'];
export type Finding = Schemas['Finding'];
export type Coverage = Schemas['Coverage'];
export type Groups = Schemas['FindingGroups'];

/** The props of the views of an analysis. */
export type ViewProps = { analysis: Analysis; search: AnalysisSearch; onChange: Narrow<AnalysisSearch> };

const PAGE = 100;

/** An analysis without its long lists. Polls while the analysis is running. */
export const useAnalysis = (id: string) =>
  useGet('/api/v1/analyses/{id}/overview', { id }, { refetchInterval: pollWhile(isUnderWay, { fastest: 1000 }) });

const findingFilter = ({ q, state, module, severity, kind, type, region, account, repo, seen }: AnalysisSearch) => ({
  ...withoutEmpty({ q, state, severity_at_least: severity, kind, type, region, account, repo_id: repo, seen }),
  ...(module !== undefined && { module: module === ROOT ? '' : module }),
});

/** The numbers of matching findings. Polls while the analysis is running, and is fetched once more after its end. */
export const useGroups = (analysis: Analysis, search: AnalysisSearch) =>
  useGet(
    '/api/v1/analyses/{id}/groups',
    { id: analysis.id, ...findingFilter(search) },
    {
      version: isUnderWay(analysis),
      refetchInterval: pollWhile(() => isUnderWay(analysis), { fastest: 4000 }),
      placeholderData: keepPreviousData,
    },
  );

/**
 * Findings, worst first, with their side effects. Not refetched automatically, so that the list does not change under
 * the reader.
 */
export const useFindings = (id: string, search: AnalysisSearch) =>
  usePages(
    '/api/v1/analyses/{id}/findings',
    { id, ...findingFilter(search), ...withoutEmpty({ sort: search.sort }), limit: PAGE },
    { staleTime: Infinity, select: nested },
  );

export type Nested = { finding: Finding; sideEffects: readonly Finding[] };

const idOf = ({ state_key: state, resource }: Pick<Finding, 'state_key' | 'resource'>) => `${state}\n${resource}`;

/**
 * Moves side effects below their cause, on any page. A side effect whose cause is not in the list stays in its place.
 */
export function nested<Cursor>(data: InfiniteData<Page<Finding>, Cursor>): InfiniteData<Page<Nested>, Cursor> {
  const all = data.pages.flatMap(({ rows }) => rows);
  const causes = new Set(all.filter(({ caused_by: cause }) => !cause).map(idOf));
  const causeOf = ({ caused_by: cause }: Finding) => (cause && causes.has(idOf(cause)) ? idOf(cause) : undefined);
  const effects = Map.groupBy(all, causeOf);
  const withEffects = (finding: Finding): Nested => ({ finding, sideEffects: effects.get(idOf(finding)) ?? [] });
  const pages = data.pages.map(({ rows, next }) => ({
    rows: rows.filter((one) => causeOf(one) === undefined).map(withEffects),
    next,
  }));
  return { ...data, pages };
}

/** Verdicts by state; with `suppressed`, only resources with hidden differences. */
export function useCoverage(id: string, { q, state, verdict, reason }: AnalysisSearch, suppressed?: 'rule' | 'any') {
  const narrowed = suppressed === undefined ? { verdict, reason } : { suppressed };
  const input = { id, ...withoutEmpty({ q, state, ...narrowed }), limit: PAGE };
  return usePages('/api/v1/analyses/{id}/coverage', input, { staleTime: 60_000 });
}

export const csvOf = (api: Api, id: string, search: AnalysisSearch): Promise<Blob> => {
  const query = { ...findingFilter(search), ...withoutEmpty({ sort: search.sort }) };
  return ask(api.GET('/api/v1/analyses/{id}/csv', { params: { path: { id }, query }, parseAs: 'blob' }));
};

export const reportOf = (api: Api, id: string): Promise<string> =>
  ask(api.GET('/api/v1/analyses/{id}/report', { params: { path: { id } }, parseAs: 'text' }));
