import type { Value } from '../../../base/value.ts';
import { type Opening, range, sourceCovers } from './opening.ts';
import { openingsOf } from './openings.ts';

/**
 * The traffic that was opened and closed, independent of how rules divide it. `had` and `live` are all traffic that was
 * and is open.
 */
export type Movement = {
  opened: readonly Opening[];
  closed: readonly Opening[];
  had: readonly Opening[];
  live: readonly Opening[];
};

type Range = readonly [first: number, last: number];

/** An opening with its parsed address range, for many comparisons. */
type Ready = { opening: Opening; range: ReturnType<typeof range> };
const ready = (opening: Opening): Ready => ({ opening, range: range(opening.source) });

const isSameWay = (a: Opening, b: Opening) => (a.out ?? false) === (b.out ?? false);

/** True if `a` includes all sources of `b`. */
const holds = (a: Ready, b: Ready) => sourceCovers(a.opening.source, b.opening.source, a.range, b.range);

/** The first and last address of a range, as numbers. Empty for other sources. */
const addressesOf = ({ range: found }: Ready): Range[] =>
  found === undefined ? [] : [[found.start, found.start + 2 ** (32 - found.bits) - 1]];

/** True if two openings share protocol, ports and direction, for any source. */
export const sharesTraffic = (a: Opening, b: Opening): boolean =>
  isSameWay(a, b) &&
  (a.protocol === b.protocol || a.protocol === 'all' || b.protocol === 'all') &&
  Math.max(a.from, b.from) <= Math.min(a.to, b.to);

/** True if `a` includes all protocols and ports of `b`, for any source. */
export const hasTraffic = (a: Opening, b: Opening): boolean =>
  isSameWay(a, b) && (a.protocol === 'all' || a.protocol === b.protocol) && a.from <= b.from && a.to >= b.to;

/** Returns a function that lists the traffic which one opening shares with each of these others. */
export function sharedWith(others: readonly Opening[]): (one: Opening) => Opening[] {
  const all = others.map(ready);
  return (one) => {
    const own = ready(one);
    return all.flatMap((other): Opening[] => {
      if (!sharesTraffic(one, other.opening)) return [];
      const source = holds(own, other) ? other.opening.source : holds(other, own) ? one.source : undefined;
      if (source === undefined) return [];
      const protocol = one.protocol === 'all' ? other.opening.protocol : one.protocol;
      const [from, to] = [Math.max(one.from, other.opening.from), Math.min(one.to, other.opening.to)];
      return [{ ...one, source, protocol, from, to }];
    });
  };
}

/** True if the intervals together cover all numbers from `from` to `to`. */
function fill(intervals: readonly Range[], from: number, to: number): boolean {
  let next = from;
  for (const [first, last] of intervals.toSorted((a, b) => a[0] - b[0])) {
    if (first > next) return false;
    next = Math.max(next, last + 1);
  }
  return next > to;
}

/**
 * True if others together allow the traffic of one opening: for example the two halves of its address range or port
 * range.
 */
function isCovered(one: Ready, others: readonly Ready[]): boolean {
  const { protocol, from, to } = one.opening;
  const near = others.filter(({ opening }) => sharesTraffic(opening, one.opening));
  const ports = near.flatMap((other): Range[] => {
    const isWide = other.opening.protocol === 'all' || other.opening.protocol === protocol;
    return isWide && holds(other, one) ? [[other.opening.from, other.opening.to]] : [];
  });
  if (ports.length > 0 && fill(ports, from, to)) return true;
  const parts = near.flatMap((other) => (hasTraffic(other.opening, one.opening) ? addressesOf(other) : []));
  const [whole] = addressesOf(one);
  return whole !== undefined && parts.length > 0 && fill(parts, ...whole);
}

/** Maximum pairs of openings that are compared; no cloud has more. Beyond it only equal openings count as known. */
const MAX_PAIRS = 1_000_000;

const keyOf = ({ source, protocol, from, to, out = false }: Opening) =>
  JSON.stringify([source, protocol, from, to, out]);

function beyond(these: readonly Opening[], those: readonly Opening[]): Opening[] {
  const known = new Set(those.map(keyOf));
  const own = these.filter((one) => !known.has(keyOf(one)));
  if (own.length * those.length > MAX_PAIRS) return own;
  const all = those.map(ready);
  return own.filter((one) => !isCovered(ready(one), all));
}

/** Compares two values by the traffic that they allow: rules, sets of rules, or lists of sources. */
export function movementOf(before: Value, after: Value, isSource = (_source: string): boolean => true): Movement {
  const read = (value: Value) => openingsOf(value).filter(({ source }) => isSource(source));
  const [had, live] = [read(before), read(after)];
  return { opened: beyond(live, had), closed: beyond(had, live), had, live };
}
