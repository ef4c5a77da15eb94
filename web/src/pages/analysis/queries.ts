import { queryOptions } from '@tanstack/react-query';
import { type Api, ask } from '../../api/client.ts';
import { pagesOf, pollWhile } from '../../api/queries.ts';
import type { components } from '../../api/schema.ts';
import type { Narrow } from '../../api/search.ts';
import { isUnderWay } from '../analyses/queries.ts';
import { type AnalysisSearch, ROOT } from './search.ts';

type Schemas = components['schemas'];
export type Analysis = Schemas['AnalysisInBrief'];
export type Finding = Schemas['Finding'];
export type Coverage = Schemas['Coverage'];
export type Groups = Schemas['FindingGroups'];

/** What the views of an analysis are drawn from, and narrowed by. */
export type ViewProps = { analysis: Analysis; search: AnalysisSearch; onChange: Narrow<AnalysisSearch> };

const PAGE = 100;

/** The analysis without what can be long; asked for again while it is under way. */
export const analysisQuery = (api: Api, org: string, id: string) =>
  queryOptions({
    queryKey: [org, 'analysis', id],
    queryFn: ({ signal }) => ask(api.GET('/api/v1/analyses/{id}/overview', { params: { path: { id } }, signal })),
    refetchInterval: pollWhile(isUnderWay),
  });

const findingFilter = ({ q, state, module, severity, kind }: AnalysisSearch) => ({
  ...(q !== undefined && { q }),
  ...(state !== undefined && { state }),
  ...(module !== undefined && { module: module === ROOT ? '' : module }),
  ...(severity !== undefined && { severity_at_least: severity }),
  ...(kind !== undefined && { kind }),
});

/** How many findings fit. While the analysis runs there come more, and once more it is asked when that is over. */
export const groupsQuery = (api: Api, org: string, id: string, search: AnalysisSearch, running: boolean) => {
  const query = findingFilter(search);
  return queryOptions({
    queryKey: [org, 'analysis', id, 'groups', query, running],
    queryFn: ({ signal }) => ask(api.GET('/api/v1/analyses/{id}/groups', { params: { path: { id }, query }, signal })),
    refetchInterval: pollWhile(() => running, { fastest: 4000 }),
  });
};

/** Findings, the worst first. They are not asked for anew behind the reader's back. */
export const findingsQuery = (api: Api, org: string, id: string, search: AnalysisSearch) => {
  const filter = findingFilter(search);
  return pagesOf(
    [org, 'analysis', id, 'findings', filter],
    (from, signal) =>
      api.GET('/api/v1/analyses/{id}/findings', {
        params: { path: { id }, query: { ...filter, limit: PAGE, ...from } },
        signal,
      }),
    { staleTime: Infinity },
  );
};

/** Verdicts by state; with `suppressed` those that something was taken out of. */
export const coverageQuery = (
  api: Api,
  org: string,
  id: string,
  { q, state, verdict, reason }: AnalysisSearch,
  suppressed?: 'rule' | 'any',
) => {
  const filter = {
    ...(q !== undefined && { q }),
    ...(state !== undefined && { state }),
    ...(suppressed !== undefined
      ? { suppressed }
      : { ...(verdict !== undefined && { verdict }), ...(reason !== undefined && { reason }) }),
  };
  return pagesOf(
    [org, 'analysis', id, 'coverage', filter],
    (from, signal) =>
      api.GET('/api/v1/analyses/{id}/coverage', {
        params: { path: { id }, query: { ...filter, limit: PAGE, ...from } },
        signal,
      }),
    { staleTime: 60_000 },
  );
};

/** What was called at the cloud, by action. */
export const callsQuery = (api: Api, org: string, id: string) =>
  queryOptions({
    queryKey: [org, 'analysis', id, 'calls'],
    queryFn: ({ signal }) => ask(api.GET('/api/v1/analyses/{id}/calls', { params: { path: { id } }, signal })),
  });

/** The analysis as Markdown. */
export const reportOf = (api: Api, id: string): Promise<string> =>
  ask(api.GET('/api/v1/analyses/{id}/report', { params: { path: { id } }, parseAs: 'text' }));
