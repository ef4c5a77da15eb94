import type { Json } from '../base/json.ts';
import { leftOutBy, moreElements, moreMembers } from './left-out.ts';

/** Characters of a value that are kept: a finding is to be read, and a 5 MB document in it helps nobody. */
const ROOM = 8192;

/** A text that any database takes: whole characters, and no NUL, which Postgres refuses. */
const storable = (text: string) => text.toWellFormed().replaceAll('\0', '\u2400');

/** How many are not kept, where the last of them may itself be the mark of those that were left out before. */
const notKept = (count: number, last: Json | undefined): number => {
  const before = leftOutBy(last);
  return before > 0 ? count - 1 + before : count;
};

function fit(value: Json, room: { left: number }): Json {
  if (typeof value === 'string') {
    const kept = value.slice(0, Math.max(room.left, 0));
    // The quotes take room as well: of empty texts there may be any number.
    room.left -= kept.length + 2;
    return storable(kept.length < value.length ? `${kept}… (${value.length} characters in all)` : value);
  }
  room.left -= 2;
  if (Array.isArray(value)) {
    const kept: Json[] = [];
    for (const one of value) {
      if (room.left <= 0) return [...kept, moreElements(notKept(value.length - kept.length, value.at(-1)))];
      kept.push(fit(one, room));
    }
    return kept;
  }
  if (typeof value !== 'object' || value === null) return value;
  const all = Object.entries(value);
  const kept: [string, Json][] = [];
  for (const [key, one] of all) {
    if (room.left <= 0) {
      const last = all.at(-1);
      const more = notKept(all.length - kept.length, last?.[0] === '…' ? last[1] : undefined);
      return Object.fromEntries([...kept, moreMembers(more)]);
    }
    room.left -= key.length;
    kept.push([storable(key), fit(one, room)]);
  }
  return Object.fromEntries(kept);
}

/** Whether something was left out of a value by `truncate`. */
export function isTruncated(value: Json): boolean {
  if (typeof value === 'string') return /… \((?:\d+ characters in all|\d+ more)\)$/.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, '…') || Object.values(value).some(isTruncated);
}

/** A value of at most about 8 KB: whole if it is no longer, else cut with a mark that says how much there is. */
export function truncate(value: Json): Json {
  return fit(value, { left: ROOM });
}
