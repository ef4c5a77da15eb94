import { queryOptions } from '@tanstack/react-query';
import { type Api, ask } from '../../api/client.ts';
import { pagesOf, pollWhile } from '../../api/queries.ts';
import type { IncidentSearch } from './search.ts';

const PAGE = 50;

/** What the API is asked by: everything but the status, which the figures are told for each. */
const filterOf = ({ q, severity, resolution, since, state, repo }: IncidentSearch) => ({
  ...(q !== undefined && { q }),
  ...(severity !== undefined && { severity }),
  ...(resolution !== undefined && { resolution }),
  ...(since !== undefined && { since }),
  ...(state !== undefined && { state_key: state }),
  ...(repo !== undefined && { repo_id: repo }),
});

/** Incidents, page by page. It is asked anew when somebody wants that, not behind the reader's back. */
export function incidentsQuery(api: Api, org: string, search: IncidentSearch) {
  const status: 'open' | 'resolved' | undefined = search.status === 'all' ? undefined : (search.status ?? 'open');
  const filter = { ...filterOf(search), ...(status !== undefined && { status }) };
  return pagesOf(
    [org, 'incidents', filter],
    (from, signal) =>
      api.GET('/api/v1/orgs/{org_id}/incidents', {
        params: { path: { org_id: org }, query: { ...filter, limit: PAGE, ...from } },
        signal,
      }),
    { staleTime: 60_000, refetchOnWindowFocus: false },
  );
}

/** How many incidents fit. One small question, which is asked again now and then. */
export function incidentCountsQuery(api: Api, org: string, search: IncidentSearch) {
  const filter = filterOf(search);
  return queryOptions({
    queryKey: [org, 'incident-counts', filter],
    queryFn: ({ signal }) =>
      ask(
        api.GET('/api/v1/orgs/{org_id}/incidents/counts', { params: { path: { org_id: org }, query: filter }, signal }),
      ),
    refetchInterval: pollWhile(() => true, { fastest: 30_000, slowest: 120_000 }),
  });
}
