import { SEVERITIES } from '../../api/severities.ts';
import { ask, type Api } from '../../api/client.ts';
import { pollWhile } from '../../api/queries.ts';
import { dayIn, textIn, withoutEmpty, wordIn } from '../../api/search.ts';
import { useGet, usePages } from '../../api/use-api.ts';

export const ORDERS = ['severity', 'oldest'] as const;
export const RESOLUTIONS = [
  'reverted',
  'codified',
  'removed_from_state',
  'source_removed',
  'ignored',
  'superseded',
] as const;

/** The filters of the page of incidents. Without `status` it shows open incidents. */
export const incidentSearch = (search: Record<string, unknown>) =>
  withoutEmpty({
    view: wordIn(['recall'], search.view),
    q: textIn(search.q),
    status: wordIn(['resolved', 'all'], search.status),
    severity: wordIn(SEVERITIES, search.severity),
    resolution: wordIn(RESOLUTIONS, search.resolution),
    kind: wordIn(['changed', 'deleted', 'unmanaged'], search.kind),
    type: textIn(search.type),
    account: textIn(search.account),
    region: textIn(search.region),
    since: dayIn(search.since),
    state: textIn(search.state),
    repo: textIn(search.repo),
    sort: wordIn(ORDERS, search.sort),
    /** The intent and the project of a recall. */
    intent: textIn(search.intent),
    project: textIn(search.project),
  });

export type IncidentSearch = ReturnType<typeof incidentSearch>;

const PAGE = 50;

/** Everything but the status: the counts are of each status. */
const filterOf = ({ q, severity, resolution, kind, type, account, region, since, state, repo }: IncidentSearch) =>
  withoutEmpty({ q, severity, resolution, kind, type, account, region, since, state_key: state, repo_id: repo });

/** The query of the list: one status or all, and a sort order. */
function listed(search: IncidentSearch) {
  const status: 'open' | 'resolved' | undefined = search.status === 'all' ? undefined : (search.status ?? 'open');
  return { ...filterOf(search), ...withoutEmpty({ status, sort: search.sort }) };
}

/** Incidents, page by page. Not refetched automatically, so that the list does not change under the reader. */
export function useIncidents(search: IncidentSearch) {
  const input = { ...listed(search), limit: PAGE };
  return usePages('/api/v1/orgs/{org_id}/incidents', input, { staleTime: 60_000, refetchOnWindowFocus: false });
}

/** The numbers of matching incidents. Polls slowly. */
export const useIncidentCounts = (search: IncidentSearch) =>
  useGet('/api/v1/orgs/{org_id}/incidents/counts', filterOf(search), {
    refetchInterval: pollWhile(() => true, { fastest: 30_000, slowest: 120_000 }),
  });

export const csvOf = (api: Api, org: string, search: IncidentSearch): Promise<Blob> =>
  ask(
    api.GET('/api/v1/orgs/{org_id}/incidents/csv', {
      params: { path: { org_id: org }, query: listed(search) },
      parseAs: 'blob',
    }),
  );
