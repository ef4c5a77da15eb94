import type { Api } from '../../api/client.ts';
import { pagesOf, pollWhile } from '../../api/queries.ts';
import type { components } from '../../api/schema.ts';
import type { AnalysesSearch } from './search.ts';

export type ListedAnalysis = components['schemas']['ListedAnalysis'];

const PAGE = 30;
const DAY_MS = 24 * 3600_000;
/** The time from which on is asked stands still for so long, so that pages fit each other. */
const STILL_MS = 5 * 60_000;
const ALIVE_PAGES = 2;

export const isUnderWay = ({ status }: { status: ListedAnalysis['status'] }): boolean =>
  status === 'queued' || status === 'running';

/** Whether its severity is to be told: without a finding only what was looked at to its end says that there is no drift. */
export const tellsSeverity = ({ status, severity }: Pick<ListedAnalysis, 'status' | 'severity'>): boolean =>
  !isUnderWay({ status }) && (severity !== 'none' || status === 'completed');

const since = (days: string) =>
  new Date(Math.floor(Date.now() / STILL_MS) * STILL_MS - Number(days) * DAY_MS).toISOString();

const filterOf = ({ status, trigger, severity, within, repo }: AnalysesSearch) => ({
  ...(status !== undefined && { status }),
  ...(trigger !== undefined && { trigger }),
  ...(severity !== undefined && { severity_at_least: severity }),
  ...(repo !== undefined && { repo_id: repo }),
  ...(within !== undefined && { since: since(within) }),
});

/** Analyses, the newest first. While one of the first is under way they are asked for again, as long as that takes few calls. */
export function analysesQuery(api: Api, org: string, search: AnalysesSearch) {
  return pagesOf(
    [org, 'analyses', search],
    (from, signal) =>
      api.GET('/api/v1/orgs/{org_id}/analyses', {
        params: { path: { org_id: org }, query: { ...filterOf(search), limit: PAGE, without: 'states', ...from } },
        signal,
      }),
    {
      refetchInterval: pollWhile(
        ({ pages }) => pages.length <= ALIVE_PAGES && pages.some(({ rows }) => rows.some(isUnderWay)),
        { fastest: 3000 },
      ),
    },
  );
}
