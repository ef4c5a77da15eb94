import { withoutEmpty, textIn, wordIn } from '../../api/search.ts';
import { SEVERITIES } from '../../api/severities.ts';

export const WORST = [...SEVERITIES, 'none'] as const;
export const SOURCES = ['none', 'api', 'config', 'backend'] as const;

/** The statuses of a claim that is not accepted. */
export const CLAIMED = ['proposed', 'contested'] as const;

/** The view and the filters of the page. */
export const repositoriesSearch = (search: Record<string, unknown>) =>
  withoutEmpty({
    view: wordIn(['proposals', 'repositories', 'mappings'], search.view),
    q: textIn(search.q),
    source: wordIn(SOURCES, search.source),
    claimed: wordIn(CLAIMED, search.claimed),
    status: wordIn(['unreadable'], search.status),
    severity: wordIn(WORST, search.severity),
    repo: textIn(search.repo),
  });

export type RepositoriesSearch = ReturnType<typeof repositoriesSearch>;
