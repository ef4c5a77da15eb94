import type { Api } from '../../api/client.ts';
import { pagesOf, pollWhile } from '../../api/queries.ts';
import type { components } from '../../api/schema.ts';
import { withoutEmpty } from '../../api/search.ts';
import type { AnalysesSearch } from './search.ts';

export type ListedAnalysis = components['schemas']['ListedAnalysis'];

const PAGE = 30;
const DAY_MS = 24 * 3600_000;
/** `since` is rounded to this, so that pages of one list fit each other. */
const SINCE_STEP_MS = 5 * 60_000;
const POLLED_PAGES = 2;

export const isUnderWay = ({ status }: { status: ListedAnalysis['status'] }): boolean =>
  status === 'queued' || status === 'running';

/** Whether to show its severity: without a finding, only a completed analysis says that there is no drift. */
export const showsSeverity = ({ status, severity }: Pick<ListedAnalysis, 'status' | 'severity'>): boolean =>
  !isUnderWay({ status }) && (severity !== 'none' || status === 'completed');

const since = (days: string) =>
  new Date(Math.floor(Date.now() / SINCE_STEP_MS) * SINCE_STEP_MS - Number(days) * DAY_MS).toISOString();

const filterOf = ({ status, trigger, severity, within, repo }: AnalysesSearch) =>
  withoutEmpty({ status, trigger, severity_at_least: severity, repo_id: repo, since: within && since(within) });

/** Analyses, the newest first. While one of the first is under way they are asked for again, as long as that takes few calls. */
export const analysesQuery = (api: Api, org: string, search: AnalysesSearch) =>
  pagesOf(
    [org, 'analyses', search],
    api,
    '/api/v1/orgs/{org_id}/analyses',
    { path: { org_id: org }, query: { ...filterOf(search), limit: PAGE, without: 'states' } },
    {
      refetchInterval: pollWhile(
        ({ pages }) => pages.length <= POLLED_PAGES && pages.some(({ rows }) => rows.some(isUnderWay)),
        { fastest: 3000 },
      ),
    },
  );
