import { driftedOf, unseenOf } from '../analyses/words.ts';
import type { Cell, Overview } from './queries.ts';
import { SEVERITIES, type Severity } from '../../api/severities.ts';
import { SEVERITY_SIGNS, type Sign } from '../../ui/badge.tsx';
import type { State } from '../repositories/queries.ts';

/** The reason not to claim "no drift": unchecked resources or found drift; undefined if there is none. */
export function unknownText({ in_all: inAll, unreadable, counts }: Overview['states']): string | undefined {
  if (inAll === 0) return 'nothing checked yet';
  const [all, unseen] = [counts.resources - counts.skipped, unseenOf(counts)];
  if (unseen === all && unseen + unreadable > 0) return 'nothing could be checked';
  // The drift has no open incident if somebody deleted it.
  if (driftedOf(counts) > 0) return 'drift without open incidents';
  return unreadable + unseen > 0 ? 'no drift in checked resources' : undefined;
}

/** The statuses of a state, the worst first. */
export const STATE_STATUSES = [...SEVERITIES, 'closed', 'unread', 'partly', 'none'] as const;
export type StateStatus = (typeof STATE_STATUSES)[number];

/** An unknown status never has the colour of "no drift". */
export const STATE_STATUS_SIGNS: Record<StateStatus, Sign> = {
  ...SEVERITY_SIGNS,
  closed: ['unknown', 'unknown', 'no open incident'],
  unread: ['unknown', 'unknown', 'not checked'],
  partly: ['unknown', 'unknown', 'partly checked'],
};

/**
 * The status of a state or a part of it: the severity of its worst open drift, or else how much of it the last analysis
 * checked. If no resource could be checked, the status is the same as of a state that was not read.
 */
export function statusOfCell({
  severity,
  drifted,
  resources,
  not_checked: unseen,
  status,
}: Pick<Cell, 'drifted' | 'resources' | 'not_checked' | 'status'> & { severity: Severity | null }): StateStatus {
  if (severity !== null && severity !== 'none') return severity;
  if (drifted > 0) return 'closed';
  if (status === 'unreadable' || (unseen > 0 && unseen === resources)) return 'unread';
  return unseen > 0 ? 'partly' : 'none';
}

/** The status of a state in a list. */
export const stateStatusOf = ({ severity, counts }: Pick<State, 'severity' | 'counts'>): StateStatus =>
  statusOfCell({
    severity,
    drifted: counts === null ? 0 : counts.changed + counts.deleted,
    resources: counts === null ? 0 : counts.resources - counts.skipped,
    not_checked: counts === null ? 0 : unseenOf(counts),
    status: counts === null ? 'unreadable' : 'read',
  });
