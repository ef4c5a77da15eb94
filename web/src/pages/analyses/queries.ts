import { SEVERITIES } from '../../api/severities.ts';
import { pollWhile } from '../../api/queries.ts';
import type { components } from '../../api/schema.ts';
import { textIn, withoutEmpty, wordIn } from '../../api/search.ts';
import { usePages } from '../../api/use-api.ts';

export const STATUSES = ['queued', 'running', 'completed', 'partial', 'failed', 'canceled'] as const;
/** The triggers of a server's analyses. `plumbline scan` runs without a server, so `cli` is missing. */
export const TRIGGERS = ['api', 'schedule', 'push', 'pull_request', 'comment', 'rerequest'] as const;
export const WITHIN = ['1', '7', '30', '90'] as const;

export const analysesSearch = (search: Record<string, unknown>) =>
  withoutEmpty({
    status: wordIn(STATUSES, search.status),
    trigger: wordIn(TRIGGERS, search.trigger),
    severity: wordIn(SEVERITIES, search.severity),
    within: wordIn(WITHIN, String(search.within)),
    repo: textIn(search.repo),
  });

export type AnalysesSearch = ReturnType<typeof analysesSearch>;

export type ListedAnalysis = components['schemas']['ListedAnalysis'];

const PAGE = 30;
const DAY_MS = 24 * 3600_000;
/** `since` is rounded to this, so that all pages of a list use the same value. */
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

/**
 * Analyses, newest first. The list polls while one of the first is running, as long as few pages are loaded, each of
 * which is a request.
 */
export const useAnalyses = (search: AnalysesSearch) =>
  usePages(
    '/api/v1/orgs/{org_id}/analyses',
    { ...filterOf(search), limit: PAGE, without: 'states' },
    {
      refetchInterval: pollWhile(
        ({ pages }) => pages.length <= POLLED_PAGES && pages.some(({ rows }) => rows.some(isUnderWay)),
        { fastest: 3000 },
      ),
    },
  );
