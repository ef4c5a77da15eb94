import type { Value } from '../../../base/value.ts';
import { type Opening, range, sourceCovers } from './opening.ts';
import { openingsOf } from './openings.ts';

/** The traffic that was opened and closed, independent of how rules split it, with all that was open and all that is. */
export type Movement = {
  opened: readonly Opening[];
  closed: readonly Opening[];
  had: readonly Opening[];
  live: readonly Opening[];
};

type Range = readonly [first: number, last: number];

/** An opening with its addresses, which are read once for many comparisons. */
type Ready = { opening: Opening; range: ReturnType<typeof range> };
const ready = (opening: Opening): Ready => ({ opening, range: range(opening.source) });

const isSameWay = (a: Opening, b: Opening) => (a.out ?? false) === (b.out ?? false);

/** Whether whoever is of `b` is of `a`, too. */
const holds = (a: Ready, b: Ready) => sourceCovers(a.opening.source, b.opening.source, a.range, b.range);

/** The first and the last address. */
const addressesOf = ({ range: found }: Ready): Range[] =>
  found === undefined ? [] : [[found.start, found.start + 2 ** (32 - found.bits) - 1]];

/** Whether some traffic is of both, whoever it is of. */
export const sharesTraffic = (a: Opening, b: Opening): boolean =>
  isSameWay(a, b) &&
  (a.protocol === b.protocol || a.protocol === 'all' || b.protocol === 'all') &&
  Math.max(a.from, b.from) <= Math.min(a.to, b.to);

/** Whether all traffic of `b`, whoever it is of, is of `a`, too. */
export const hasTraffic = (a: Opening, b: Opening): boolean =>
  isSameWay(a, b) && (a.protocol === 'all' || a.protocol === b.protocol) && a.from <= b.from && a.to >= b.to;

/** The traffic that one lets through and each of others does, too. */
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

/** Pairs that are compared; of more, as no cloud has them, only what stands there word for word is known. */
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

/** Compares two values by what they let in: rules, sets of rules, or lists of sources. */
export function movementOf(before: Value, after: Value, isSource = (_source: string): boolean => true): Movement {
  const read = (value: Value) => openingsOf(value).filter(({ source }) => isSource(source));
  const [had, live] = [read(before), read(after)];
  return { opened: beyond(live, had), closed: beyond(had, live), had, live };
}
