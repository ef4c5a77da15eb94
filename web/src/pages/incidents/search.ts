import { SEVERITIES } from '../../api/severities.ts';
import { dayIn, withoutEmpty, textIn, wordIn } from '../../api/search.ts';

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
