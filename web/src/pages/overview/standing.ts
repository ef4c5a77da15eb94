import { unseenOf } from '../analyses/words.ts';
import type { Overview, Tile } from './queries.ts';
import { SEVERITIES, type Severity } from '../../api/severities.ts';
import { SEVERITY_SIGNS, type Sign } from '../../ui/badge.tsx';

/** How much of a state the last look saw: `38 of 40 looked at`. */
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

/** Whether the last look found drift; that it has no open incident then is because somebody deleted it. */
export const foundDrift = ({ counts }: Pick<Tile, 'counts'>): boolean =>
  counts !== null && counts.changed + counts.deleted > 0;

/** What stands in the place of "nothing drifts" where not all was looked at, or drift was found; undefined where it is true. */
export function notKnown({ in_all: inAll, unreadable, tiles, more }: Overview['states']): string | undefined {
  if (inAll === 0) return 'nothing checked yet';
  const looks = tiles.map(coverageOf);
  if (more === 0 && looks.every(({ seen }) => seen === 0)) return 'nothing could be checked';
  if (tiles.some(foundDrift)) return 'drift without open incidents';
  if (unreadable > 0 || looks.some(({ seen, all }) => seen < all)) return 'no drift in checked resources';
  return undefined;
}

/** How a state may stand, what matters most first. */
export const STANDINGS = [...SEVERITIES, 'closed', 'unread', 'partly', 'none'] as const;
type Standing = (typeof STANDINGS)[number];

/** How each is shown: what is not known has never the colour of order. */
export const STANDING_SIGNS: Record<Standing, Sign> = {
  ...SEVERITY_SIGNS,
  closed: ['unknown', 'unknown', 'no open incident'],
  unread: ['unknown', 'unknown', 'not checked'],
  partly: ['unknown', 'unknown', 'partly checked'],
};

/**
 * How a state stands: by the worst drift that is told of it, or, without any, by how much the last look saw. Of which nothing could be
 * looked at is as unknown as one that could not be read.
 */
export function standingOf(state: Pick<Tile, 'counts' | 'code' | 'detail'> & { severity: Severity | null }): Standing {
  if (state.severity !== null && state.severity !== 'none') return state.severity;
  if (foundDrift(state)) return 'closed';
  const { seen, all } = coverageOf(state);
  return seen === 0 ? 'unread' : seen < all ? 'partly' : 'none';
}
