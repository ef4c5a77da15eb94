import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import { quoted, visible } from '../../base/visible.ts';

const BARE_KEY = /^[\p{L}_][\p{L}\p{N}_-]*$/u;

/** A member's name, in quotes unless it is a plain word. */
export function keyText(key: string): string {
  return BARE_KEY.test(key) ? visible(key) : quoted(key);
}

/** True for values that providers write for unset attributes. */
function isEmpty(value: Json): boolean {
  return value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
}

/**
 * True for zero and false, which providers also write for unset attributes. The ends of a range are always informative.
 */
const isZero = (key: string, value: Json): boolean =>
  (value === 0 || value === false) && !/^(from|to|min|max|minimum|maximum|start|end)_/.test(key);

/** The informative members of an object; if there are none, all that are not empty. */
function informativeMembers(value: JsonObject): [string, Json][] {
  const filled = Object.entries(value).filter(([, member]) => !isEmpty(member));
  const informative = filled.filter(([key, member]) => !isZero(key, member));
  return informative.length > 0 ? informative : filled;
}

/**
 * Writes a value on one line. Empty members of objects are omitted unless `all`: a security group rule has five of
 * them, which hide the rest.
 */
export function inline(value: Json, all = false): string {
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `[${value.map((element) => inline(element, all)).join(', ')}]`;
  if (!isObject(value)) return String(value);
  const members = (all ? Object.entries(value) : informativeMembers(value)).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${keyText(key)}: ${inline(member, all)}`).join(', ')}}`;
}

/** Writes each of two values on one line. Nothing is omitted if that would make them look equal. */
export function inlinePair(before: Json, after: Json): [string, string] {
  const short: [string, string] = [inline(before), inline(after)];
  return short[0] === short[1] ? [inline(before, true), inline(after, true)] : short;
}
