import { onlySaid, textIn, wordIn } from '../../api/search.ts';
import { SEVERITIES } from '../../api/severities.ts';

/** The worst finding of a state, or that there is none. */
export const WORST = [...SEVERITIES, 'none'] as const;
export const SOURCES = ['none', 'api', 'config', 'backend'] as const;

/** How a claim stands that gives its repository nothing. */
export const CLAIMED = ['proposed', 'contested'] as const;

/** What the page of states and repositories shows, and what its lists are narrowed by. */
export const repositoriesSearch = (search: Record<string, unknown>) =>
  onlySaid({
    view: wordIn(['proposals', 'repositories', 'mappings'], search.view),
    q: textIn(search.q),
    source: wordIn(SOURCES, search.source),
    claimed: wordIn(CLAIMED, search.claimed),
    status: wordIn(['unreadable'], search.status),
    severity: wordIn(WORST, search.severity),
    repo: textIn(search.repo),
  });

export type RepositoriesSearch = ReturnType<typeof repositoriesSearch>;
