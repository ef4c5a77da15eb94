import { isDeepStrictEqual } from 'node:util';
import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import { structureOf } from './difference.ts';
import { pairElements, leftOutBy, moreElements, moreMembers } from './elements.ts';

/** Maximum characters of a value, so that a finding stays readable. */
const MAX_CHARACTERS = 8192;
/** The context that is kept around a difference: elements of a list, lines of a text, characters of a line. */
const CONTEXT = { elements: 1, lines: 3, characters: 200 };
/** Equal values up to this length are kept as context. */
const MAX_CONTEXT_CHARACTERS = 200;

/** Makes a text well-formed and replaces NUL, which Postgres rejects. */
const storable = (text: string) => text.toWellFormed().replaceAll('\0', '\u2400');

/** Counts elements or members, including those that earlier marks count. */
const countOf = (values: readonly Json[]): number =>
  values.reduce((sum: number, one) => sum + (leftOutBy(one) || 1), 0);

function fitText(value: string, room: { left: number }): string {
  const document = value.length > room.left ? structureOf(value) : undefined;
  if (document) return JSON.stringify(fit(document, room));
  const kept = value.slice(0, Math.max(room.left, 0));
  // Quotes count too, because there may be any number of empty strings.
  room.left -= kept.length + 2;
  return storable(kept.length < value.length ? `${kept}… (${value.length} characters in all)` : value);
}

function fit(value: Json, room: { left: number }): Json {
  if (typeof value === 'string') return fitText(value, room);
  room.left -= 2;
  if (Array.isArray(value)) {
    const kept: Json[] = [];
    for (const [index, one] of value.entries()) {
      if (room.left <= 0) return [...kept, moreElements(countOf(value.slice(index)))];
      kept.push(fit(one, room));
    }
    return kept;
  }
  if (!isObject(value)) return value;
  const all = Object.entries(value);
  const kept: [string, Json][] = [];
  for (const [key, one] of all) {
    if (room.left <= 0) {
      const more = countOf(all.slice(kept.length).map(([name, member]) => (name === '…' ? member : null)));
      return Object.fromEntries([...kept, moreMembers(more)]);
    }
    room.left -= key.length;
    kept.push([storable(key), fit(one, room)]);
  }
  return Object.fromEntries(kept);
}

type Pair = [before: Json, after: Json];

const isSmall = (value: Json) => JSON.stringify(value).length <= MAX_CONTEXT_CHARACTERS;

/** Removes large members that are equal in both objects. */
function focusObject(before: JsonObject, after: JsonObject): Pair {
  const [was, is]: [string, Json][][] = [[], []];
  let left = 0;
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    // A member may have the name of an inherited one, such as `constructor`.
    const of = (side: JsonObject) => (Object.hasOwn(side, key) ? side[key] : undefined);
    const [old, now] = [of(before), of(after)];
    if (old !== undefined && now !== undefined && !isSmall(old) && isDeepStrictEqual(old, now)) {
      left += 1;
      continue;
    }
    const [a, b] = old === undefined || now === undefined ? [old, now] : focus(old, now);
    if (a !== undefined) was?.push([key, a]);
    if (b !== undefined) is?.push([key, b]);
  }
  const ended = (members: [string, Json][] = []) => {
    const all = Object.fromEntries(members);
    return left > 0 ? { ...all, ...Object.fromEntries([moreMembers(left + leftOutBy(all['…']))]) } : all;
  };
  return [ended(was), ended(is)];
}

/** Lists the kept elements, with a mark for each run of omitted ones. */
function marked(list: readonly Json[], kept: ReadonlyMap<number, Json>): Json[] {
  const out: Json[] = [];
  let left = 0;
  for (const [index, element] of list.entries()) {
    const stays = kept.get(index);
    if (stays === undefined) left += countOf([element]);
    if (left > 0 && (stays !== undefined || index === list.length - 1)) {
      out.push(moreElements(left));
      left = 0;
    }
    if (stays !== undefined) out.push(stays);
  }
  return out;
}

/** Removes equal elements from two lists, except near differing ones. */
function focusList(before: readonly Json[], after: readonly Json[], context: number): [Json[], Json[]] {
  const { same, changed, removed, added } = pairElements(before, after);
  const inside = changed.map((one) => ({ ...one, sides: focus(before[one.before] ?? null, after[one.after] ?? null) }));
  const was = new Map<number, Json>([
    ...removed.map((index): [number, Json] => [index, before[index] ?? null]),
    ...inside.map((one): [number, Json] => [one.before, one.sides[0]]),
  ]);
  const is = new Map<number, Json>([
    ...added.map((index): [number, Json] => [index, after[index] ?? null]),
    ...inside.map((one): [number, Json] => [one.after, one.sides[1]]),
  ]);
  const near = (indexes: Iterable<number>) =>
    new Set([...indexes].flatMap((index) => Array.from({ length: 2 * context + 1 }, (_, i) => index - context + i)));
  const [nearWas, nearIs] = [near(was.keys()), near(is.keys())];
  for (const [old, now] of same) {
    const element = before[old] ?? null;
    if (!(nearWas.has(old) || nearIs.has(now)) || !isSmall(element)) continue;
    was.set(old, element);
    is.set(now, element);
  }
  return [marked(before, was), marked(after, is)];
}

/** Counts the characters that two texts share, from their start or from their end. */
function inCommon(a: string, b: string, from: 'start' | 'end'): number {
  const at = (text: string, i: number) => text[from === 'start' ? i : text.length - 1 - i];
  let count = 0;
  while (count < Math.min(a.length, b.length) && at(a, count) === at(b, count)) count += 1;
  return count;
}

/** Removes most of the common start and end of two lines. */
function focusLine(before: string, after: string): Pair {
  const start = inCommon(before, after, 'start');
  const end = inCommon(before.slice(start), after.slice(start), 'end');
  const from = Math.max(0, start - CONTEXT.characters);
  const rest = Math.max(0, end - CONTEXT.characters);
  const part = (text: string) => {
    const kept = `${from > 0 ? '…' : ''}${text.slice(from, text.length - rest)}`;
    return rest > 0 || from > 0 ? `${kept}… (${text.length} characters in all)` : kept;
  };
  return [part(before), part(after)];
}

function focusText(before: string, after: string): Pair {
  const [old, now] = [structureOf(before), structureOf(after)];
  if (old && now) return focus(old, now).map((side) => JSON.stringify(side)) as [string, string];
  if (!before.includes('\n') || !after.includes('\n')) return focusLine(before, after);
  const [was, is] = focusList(before.split('\n'), after.split('\n'), CONTEXT.lines);
  const joined = (lines: readonly Json[]) => lines.filter((line) => typeof line === 'string').join('\n');
  return [joined(was), joined(is)];
}

/** Reduces two values to their differing parts with context. Omitted parts are equal and counted. */
function focus(before: Json, after: Json): Pair {
  if (Array.isArray(before) && Array.isArray(after)) return focusList(before, after, CONTEXT.elements);
  if (isObject(before) && isObject(after)) return focusObject(before, after);
  if (typeof before === 'string' && typeof after === 'string' && !(isSmall(before) && isSmall(after)))
    return focusText(before, after);
  return [before, after];
}

const LEFT_OUT = /… \(\d+ (?:characters in all|more)\)|"…":"\d+ more"/;

/** True if `truncate` has omitted a part of a value. */
export function isTruncated(value: Json): boolean {
  if (typeof value === 'string') return LEFT_OUT.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, '…') || Object.values(value).some(isTruncated);
}

/**
 * Limits both values of a difference to about 8 KB each: unchanged if they fit, else the differing parts with context,
 * and marks that count the omitted parts. Documents in texts stay valid.
 */
export function truncate(before: Json, after: Json): Pair {
  const isLong = [before, after].some((side) => JSON.stringify(side).length > MAX_CHARACTERS);
  const [was, is] = isLong ? focus(before, after) : [before, after];
  return [fit(was, { left: MAX_CHARACTERS }), fit(is, { left: MAX_CHARACTERS })];
}
