import type { Api } from '../../api/client.ts';
import { pagesOf, pollWhile, queryOf } from '../../api/queries.ts';
import { withoutEmpty } from '../../api/search.ts';
import type { IncidentSearch } from './search.ts';

const PAGE = 50;

/** Everything but the status: the counts are of each status. */
const filterOf = ({ q, severity, resolution, since, state, repo }: IncidentSearch) =>
  withoutEmpty({ q, severity, resolution, since, state_key: state, repo_id: repo });

/** Incidents, page by page. They are not asked for anew behind the reader's back. */
export function incidentsQuery(api: Api, org: string, search: IncidentSearch) {
  const status: 'open' | 'resolved' | undefined = search.status === 'all' ? undefined : (search.status ?? 'open');
  const query = { ...filterOf(search), ...(status !== undefined && { status }), limit: PAGE };
  const params = { path: { org_id: org }, query };
  const calm = { staleTime: 60_000, refetchOnWindowFocus: false };
  return pagesOf([org, 'incidents', query], api, '/api/v1/orgs/{org_id}/incidents', params, calm);
}

/** How many incidents fit; asked for again now and then. */
export function incidentCountsQuery(api: Api, org: string, search: IncidentSearch) {
  const query = filterOf(search);
  const params = { path: { org_id: org }, query };
  const seldom = { refetchInterval: pollWhile(() => true, { fastest: 30_000, slowest: 120_000 }) };
  return queryOf([org, 'incident-counts', query], api, '/api/v1/orgs/{org_id}/incidents/counts', params, seldom);
}
