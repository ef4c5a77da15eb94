import type { Json } from '../../../base/json.ts';
import { isWorld, openingsOf, range, sourceCovers } from '../severity/network.ts';
import type { Opening } from '../severity/network-policy.ts';
import { sayOne } from '../wording/words.ts';

/** What a source of traffic looks like: a range of addresses, or the id of a group or a list. What else stands in a list is none. */
const SOURCE = /^(\*|any|internet|itself|(sg|pl)-\w+|[0-9a-f.:]+(\/\d{1,3})?)$/i;
const KINDS: Record<string, string> = { sg: 'security group', pl: 'prefix list' };
const EXACT: Record<string, string> = {
  '0.0.0.0/0': 'the IPv4 internet (0.0.0.0/0)',
  '::/0': 'the IPv6 internet (::/0)',
  '0::/0': 'the IPv6 internet (::/0)',
};

/** Openings are compared each with each: more than these are not listed. */
const MAX_OPENINGS = 300;

/** What came to be open and what is no longer, with all that was open and all that is. */
export type Movement = {
  opened: readonly Opening[];
  closed: readonly Opening[];
  had: readonly Opening[];
  live: readonly Opening[];
};

const sameWay = (a: Opening, b: Opening) => (a.out ?? false) === (b.out ?? false);

type Range = readonly [first: number, last: number];

/** An opening with its addresses, which are read once for many comparisons. */
type Ready = { opening: Opening; range: ReturnType<typeof range> };
const ready = (opening: Opening): Ready => ({ opening, range: range(opening.source) });

/** Whether whoever is of `b` is of `a`, too. */
const holds = (a: Ready, b: Ready) => sourceCovers(a.opening.source, b.opening.source, a.range, b.range);

/** The first and the last address. */
const addressesOf = ({ range: found }: Ready): Range[] =>
  found === undefined ? [] : [[found.start, found.start + 2 ** (32 - found.bits) - 1]];

/** The traffic that one lets through and each of others does, too. */
export function sharedWith(others: readonly Opening[]): (one: Opening) => Opening[] {
  const all = others.map(ready);
  return (one) => {
    const own = ready(one);
    return all.flatMap((other): Opening[] => {
      if (!sameTraffic(one, other.opening)) return [];
      const source = holds(own, other) ? other.opening.source : holds(other, own) ? one.source : undefined;
      if (source === undefined) return [];
      const protocol = one.protocol === 'all' ? other.opening.protocol : one.protocol;
      const [from, to] = [Math.max(one.from, other.opening.from), Math.min(one.to, other.opening.to)];
      return [{ ...one, source, protocol, from, to }];
    });
  };
}

/** Whether some traffic is of both, whoever it is of. */
export const sameTraffic = (a: Opening, b: Opening): boolean =>
  sameWay(a, b) &&
  (a.protocol === b.protocol || a.protocol === 'all' || b.protocol === 'all') &&
  Math.max(a.from, b.from) <= Math.min(a.to, b.to);

/** Whether all traffic of `b`, whoever it is of, is of `a`, too. */
const allTraffic = (a: Opening, b: Opening) =>
  sameWay(a, b) && (a.protocol === 'all' || a.protocol === b.protocol) && a.from <= b.from && a.to >= b.to;

/** Whether intervals together hold everything from one number to another. */
function fill(intervals: readonly Range[], from: number, to: number): boolean {
  let next = from;
  for (const [first, last] of intervals.toSorted((a, b) => a[0] - b[0])) {
    if (first > next) return false;
    next = Math.max(next, last + 1);
  }
  return next > to;
}

/** Whether others together let through what one does: the halves of a range of addresses, or of ports. */
function isCovered(one: Ready, others: readonly Ready[]): boolean {
  const { protocol, from, to } = one.opening;
  const near = others.filter(({ opening }) => sameTraffic(opening, one.opening));
  const ports = near.flatMap((other): Range[] => {
    const isWide = other.opening.protocol === 'all' || other.opening.protocol === protocol;
    return isWide && holds(other, one) ? [[other.opening.from, other.opening.to]] : [];
  });
  if (ports.length > 0 && fill(ports, from, to)) return true;
  const parts = near.flatMap((other) => (allTraffic(other.opening, one.opening) ? addressesOf(other) : []));
  const [whole] = addressesOf(one);
  return whole !== undefined && parts.length > 0 && fill(parts, ...whole);
}

/** The openings that were added or removed, independent of how they are split; undefined where there are too many. */
export function movementOf(before: Json, after: Json): Movement | undefined {
  const [had, live] = [before, after].map((side) => openingsOf(side).filter(({ source }) => SOURCE.test(source)));
  if (!had || !live || had.length + live.length > MAX_OPENINGS) return undefined;
  const beyond = (these: readonly Opening[], those: readonly Opening[]) => {
    const all = those.map(ready);
    return these.filter((one) => !isCovered(ready(one), all));
  };
  return { opened: beyond(live, had), closed: beyond(had, live), had, live };
}

/** `the internet`, `10.0.0.0/8`, `security group sg-1`; the half of the internet that it is where that matters. */
export function sourceText(source: string, exact = false): string | undefined {
  if (isWorld(source)) return exact ? (EXACT[source] ?? sayOne(source)) : 'the internet';
  if (source === 'itself') return 'the group itself';
  const said = sayOne(source);
  const kind = KINDS[source.slice(0, 2)];
  return said === undefined || kind === undefined || source[2] !== '-' ? said : `${kind} ${said}`;
}

/** Whether it is the whole internet and others have another part of it: of which half something is told has to be said. */
export const isHalf = (one: Opening, others: readonly Opening[]): boolean =>
  isWorld(one.source) &&
  others.some((other) => isWorld(other.source) && other.source !== one.source && sameTraffic(one, other));

/** Whether the internet has what somebody by name has. */
export const isAnyhow = (one: Opening, others: readonly Opening[]): boolean =>
  /^(itself$|sg-|pl-)/.test(one.source) &&
  others.some((other) => /^(0\.0\.0\.0\/0|\*|any|internet)$/i.test(other.source) && allTraffic(other, one));
