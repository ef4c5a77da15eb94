import type { InfiniteData } from '@tanstack/react-query';
import { ask, type Api, type Page } from '../../api/client.ts';
import { withoutEmpty } from '../../api/search.ts';
import { pagesOf, pollWhile, queryOf } from '../../api/queries.ts';
import type { components } from '../../api/schema.ts';
import type { Narrow } from '../../api/search.ts';
import { isUnderWay } from '../analyses/queries.ts';
import { type AnalysisSearch, ROOT } from './search.ts';

type Schemas = components['schemas'];
export type Analysis = Schemas['AnalysisInBrief'];
export type Finding = Schemas['Finding'];
export type Coverage = Schemas['Coverage'];
export type Groups = Schemas['FindingGroups'];

/** The props of the views of an analysis. */
export type ViewProps = { analysis: Analysis; search: AnalysisSearch; onChange: Narrow<AnalysisSearch> };

const PAGE = 100;

/** The analysis without what can be long; asked for again while it is under way. */
export const analysisQuery = (api: Api, org: string, id: string) =>
  queryOf(
    [org, 'analysis', id],
    api,
    '/api/v1/analyses/{id}/overview',
    { path: { id } },
    { refetchInterval: pollWhile(isUnderWay) },
  );

const findingFilter = ({ q, state, module, severity, kind }: AnalysisSearch) => ({
  ...withoutEmpty({ q, state, severity_at_least: severity, kind }),
  ...(module !== undefined && { module: module === ROOT ? '' : module }),
});

/** How many findings fit: asked for again while the analysis runs, and once more when it has ended. */
export const groupsQuery = (api: Api, org: string, id: string, search: AnalysisSearch, running: boolean) => {
  const query = findingFilter(search);
  return queryOf(
    [org, 'analysis', id, 'groups', query, running],
    api,
    '/api/v1/analyses/{id}/groups',
    { path: { id }, query },
    { refetchInterval: pollWhile(() => running, { fastest: 4000 }) },
  );
};

/** Findings, the worst first. They are not asked for anew behind the reader's back. */
export const findingsQuery = (api: Api, org: string, id: string, search: AnalysisSearch) => {
  const query = { ...findingFilter(search), limit: PAGE };
  const key = [org, 'analysis', id, 'findings', query];
  return pagesOf(key, api, '/api/v1/analyses/{id}/findings', { path: { id }, query }, { staleTime: Infinity });
};

export type Nested = { finding: Finding; sideEffects: readonly Finding[] };

const idOf = ({ state_key: state, resource }: Pick<Finding, 'state_key' | 'resource'>) => `${state}\n${resource}`;

/** Puts side effects beneath their cause, whichever page that is on; those whose cause is not there stand by themselves. */
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

/** Verdicts by state; with `suppressed` those of resources that something is hidden of. */
export const coverageQuery = (
  api: Api,
  org: string,
  id: string,
  { q, state, verdict, reason }: AnalysisSearch,
  suppressed?: 'rule' | 'any',
) => {
  const narrowed = suppressed === undefined ? { verdict, reason } : { suppressed };
  const query = { ...withoutEmpty({ q, state, ...narrowed }), limit: PAGE };
  const key = [org, 'analysis', id, 'coverage', query];
  return pagesOf(key, api, '/api/v1/analyses/{id}/coverage', { path: { id }, query }, { staleTime: 60_000 });
};

export const callsQuery = (api: Api, org: string, id: string) =>
  queryOf([org, 'analysis', id, 'calls'], api, '/api/v1/analyses/{id}/calls', { path: { id } });

export const reportOf = (api: Api, id: string): Promise<string> =>
  ask(api.GET('/api/v1/analyses/{id}/report', { params: { path: { id } }, parseAs: 'text' }));
