import { unseenOf } from '../analyses/words.ts';
import type { Overview, Tile } from './queries.ts';
import { SEVERITIES, type Severity } from '../../api/severities.ts';
import { SEVERITY_SIGNS, type Sign } from '../../ui/badge.tsx';

/** How much of a state its last analysis checked: `38 of 40 checked`. */
export function coverageOf({ counts, code, detail }: Pick<Tile, 'counts' | 'code' | 'detail'>): {
  seen: number;
  all: number;
  text: string;
} {
  if (counts === null) return { seen: 0, all: 1, text: detail ?? code ?? 'not read' };
  const all = counts.resources - counts.skipped;
  const seen = all - unseenOf(counts);
  if (all === 0) return { seen: 1, all: 1, text: 'no resources' };
  return {
    seen,
    all,
    text: seen === all ? `all ${all.toLocaleString('en')} checked` : `${seen} of ${all} checked`,
  };
}

/** Whether the last analysis found drift; it has no open incident then where somebody deleted that. */
export const foundDrift = ({ counts }: Pick<Tile, 'counts'>): boolean =>
  counts !== null && counts.changed + counts.deleted > 0;

/** Why "no drift" cannot be said: not all was checked, or drift was found; undefined where it can. */
export function unknownText({ in_all: inAll, unreadable, tiles, more }: Overview['states']): string | undefined {
  if (inAll === 0) return 'nothing checked yet';
  const coverages = tiles.map(coverageOf);
  if (more === 0 && coverages.every(({ seen }) => seen === 0)) return 'nothing could be checked';
  if (tiles.some(foundDrift)) return 'drift without open incidents';
  if (unreadable > 0 || coverages.some(({ seen, all }) => seen < all)) return 'no drift in checked resources';
  return undefined;
}

/** The statuses of a state, the worst first. */
export const STATE_STATUSES = [...SEVERITIES, 'closed', 'unread', 'partly', 'none'] as const;
type StateStatus = (typeof STATE_STATUSES)[number];

/** An unknown status never has the colour of order. */
export const STATE_STATUS_SIGNS: Record<StateStatus, Sign> = {
  ...SEVERITY_SIGNS,
  closed: ['unknown', 'unknown', 'no open incident'],
  unread: ['unknown', 'unknown', 'not checked'],
  partly: ['unknown', 'unknown', 'partly checked'],
};

/**
 * The status of a state: its worst open drift, or, without any, how much of it the last analysis checked. A state of which nothing
 * could be checked is as unknown as one that was not read.
 */
export function stateStatusOf(
  state: Pick<Tile, 'counts' | 'code' | 'detail'> & { severity: Severity | null },
): StateStatus {
  if (state.severity !== null && state.severity !== 'none') return state.severity;
  if (foundDrift(state)) return 'closed';
  const { seen, all } = coverageOf(state);
  return seen === 0 ? 'unread' : seen < all ? 'partly' : 'none';
}
