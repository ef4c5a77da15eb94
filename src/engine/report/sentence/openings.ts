import type { Json } from '../../../base/json.ts';
import { hasTraffic, movementOf, sharesTraffic, type Movement } from '../access/movement.ts';
import { isWorld, type Opening } from '../access/opening.ts';
import { sayOne } from '../wording/words.ts';

/**
 * Matches sources of traffic: a range of addresses, or the id of a group or prefix list. Other texts in lists are no
 * sources.
 */
const SOURCE = /^(\*|any|internet|itself|(sg|pl)-\w+|[0-9a-f.:]+(\/\d{1,3})?)$/i;
const KINDS: Record<string, string> = { sg: 'security group', pl: 'prefix list' };
const EXACT: Record<string, string> = {
  '0.0.0.0/0': 'the IPv4 internet (0.0.0.0/0)',
  '::/0': 'the IPv6 internet (::/0)',
  '0::/0': 'the IPv6 internet (::/0)',
};

/** Maximum openings that are compared. */
const MAX_OPENINGS = 300;

/** The openings that were added or removed; undefined if there are too many. */
export function listedMovement(before: Json, after: Json): Movement | undefined {
  const movement = movementOf(before, after, (source) => SOURCE.test(source));
  return movement.had.length + movement.live.length > MAX_OPENINGS ? undefined : movement;
}

/**
 * The text of a source: `the internet`, `10.0.0.0/8`, `security group sg-1`.
 * @param exact true to name the half of the internet, IPv4 or IPv6
 */
export function sourceText(source: string, exact = false): string | undefined {
  if (isWorld(source)) return exact ? (EXACT[source] ?? sayOne(source)) : 'the internet';
  if (source === 'itself') return 'the group itself';
  const said = sayOne(source);
  const kind = KINDS[source.slice(0, 2)];
  return said === undefined || kind === undefined || source[2] !== '-' ? said : `${kind} ${said}`;
}

/**
 * True if the source is the internet and others open a different part of it for the same traffic. Then the text has to
 * name the half.
 */
export const isHalf = (one: Opening, others: readonly Opening[]): boolean =>
  isWorld(one.source) &&
  others.some((other) => isWorld(other.source) && other.source !== one.source && sharesTraffic(one, other));

/** True if the internet has the same access as this group or prefix list. */
export const isAnyhow = (one: Opening, others: readonly Opening[]): boolean =>
  /^(itself$|sg-|pl-)/.test(one.source) &&
  others.some((other) => /^(0\.0\.0\.0\/0|\*|any|internet)$/i.test(other.source) && hasTraffic(other, one));
