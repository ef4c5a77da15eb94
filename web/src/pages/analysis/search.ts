import { withoutEmpty, textIn, wordIn } from '../../api/search.ts';
import { SEVERITIES } from '../../api/severities.ts';

export const VIEWS = ['findings', 'coverage', 'suppressed', 'memory', 'calls', 'states'] as const;
export const KINDS = ['changed', 'deleted'] as const;
export const VERDICTS = ['in_sync', 'changed', 'deleted', 'suspect', 'unreadable', 'unsupported', 'skipped'] as const;
/** How the address names the root module, which has no name. */
export const ROOT = '.';

export const analysisSearch = (search: Record<string, unknown>) =>
  withoutEmpty({
    view: wordIn(VIEWS, search.view),
    q: textIn(search.q),
    state: textIn(search.state),
    module: textIn(search.module),
    severity: wordIn(SEVERITIES, search.severity),
    kind: wordIn(KINDS, search.kind),
    verdict: wordIn(VERDICTS, search.verdict),
    reason: textIn(search.reason),
  });

export type AnalysisSearch = ReturnType<typeof analysisSearch>;
