import { SEVERITIES } from '../../api/severities.ts';
import { pollWhile } from '../../api/queries.ts';
import { dayIn, textIn, withoutEmpty, wordIn } from '../../api/search.ts';
import { useGet, usePages } from '../../api/use-api.ts';

export const RESOLUTIONS = ['reverted', 'codified', 'removed_from_state', 'ignored', 'superseded'] as const;

/** What the page of incidents is narrowed by. Without `status` it shows those that last. */
export const incidentSearch = (search: Record<string, unknown>) =>
  withoutEmpty({
    view: wordIn(['recall'], search.view),
    q: textIn(search.q),
    status: wordIn(['resolved', 'all'], search.status),
    severity: wordIn(SEVERITIES, search.severity),
    resolution: wordIn(RESOLUTIONS, search.resolution),
    since: dayIn(search.since),
    state: textIn(search.state),
    repo: textIn(search.repo),
    /** What recall was asked, and of which project. */
    intent: textIn(search.intent),
    project: textIn(search.project),
  });

export type IncidentSearch = ReturnType<typeof incidentSearch>;

const PAGE = 50;

/** Everything but the status: the counts are of each status. */
const filterOf = ({ q, severity, resolution, since, state, repo }: IncidentSearch) =>
  withoutEmpty({ q, severity, resolution, since, state_key: state, repo_id: repo });

/** Incidents, page by page. They are not asked for anew behind the reader's back. */
export function useIncidents(search: IncidentSearch) {
  const status: 'open' | 'resolved' | undefined = search.status === 'all' ? undefined : (search.status ?? 'open');
  const input = { ...filterOf(search), ...(status !== undefined && { status }), limit: PAGE };
  return usePages('/api/v1/orgs/{org_id}/incidents', input, { staleTime: 60_000, refetchOnWindowFocus: false });
}

/** How many incidents fit; asked for again now and then. */
export const useIncidentCounts = (search: IncidentSearch) =>
  useGet('/api/v1/orgs/{org_id}/incidents/counts', filterOf(search), {
    refetchInterval: pollWhile(() => true, { fastest: 30_000, slowest: 120_000 }),
  });
