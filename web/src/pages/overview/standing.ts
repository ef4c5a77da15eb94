import { SEVERITIES, type Severity } from '../../api/severities.ts';
import { SEVERITY_SIGNS, type Sign } from '../../ui/badge.tsx';
import { coverageOf, foundDrift } from './looked.ts';
import type { Tile } from './queries.ts';

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
