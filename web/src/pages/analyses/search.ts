import { withoutEmpty, textIn, wordIn } from '../../api/search.ts';
import { SEVERITIES } from '../../api/severities.ts';

export const STATUSES = ['queued', 'running', 'completed', 'partial', 'failed', 'canceled'] as const;
/** What analyses of a server are started by: one on the command line is on no server. */
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
