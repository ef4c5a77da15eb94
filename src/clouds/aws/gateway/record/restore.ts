import { isObject } from '../../../../base/json.ts';
import type { Value } from '../../../../base/value.ts';

/** True for a text with the mark of a redacted secret. */
export type IsRedacted = (text: string) => boolean;

/**
 * Replaces redacted texts in a recorded value by the state's: a recording does not show whether a secret differs.
 * Elements of lists are matched by their other values.
 */
export function restored(before: Value, live: Value, isRedacted: IsRedacted): Value {
  if (typeof live === 'string') return isRedacted(live) && isText(before) ? before : live;
  if (Array.isArray(live)) return Array.isArray(before) ? restoredList(before, live, isRedacted) : live;
  if (!isMembers(live) || !isMembers(before)) return live;
  const pairs = Object.entries(live).map(([name, value]) => [name, restored(before[name] ?? null, value, isRedacted)]);
  return Object.fromEntries(pairs) as Value;
}

function restoredList(before: readonly Value[], live: readonly Value[], isRedacted: IsRedacted): Value[] {
  const taken = new Set<number>();
  return live.map((value, i) => {
    if (!holds(value, isRedacted)) return value;
    const match = before.findIndex((one, at) => !taken.has(at) && fits(one, value, isRedacted));
    const at = match >= 0 ? match : i;
    taken.add(at);
    return restored(before[at] ?? null, value, isRedacted);
  });
}

const isText = (value: Value): boolean => typeof value === 'string' && value !== '';

const isMembers = (value: Value): value is Record<string, Value> => isObject(value);

function holds(value: Value, isRedacted: IsRedacted): boolean {
  if (typeof value === 'string') return isRedacted(value);
  if (Array.isArray(value)) return value.some((one) => holds(one, isRedacted));
  return isMembers(value) && Object.values(value).some((one) => holds(one, isRedacted));
}

/** True where both are equal apart from redacted texts. */
function fits(before: Value, live: Value, isRedacted: IsRedacted): boolean {
  if (typeof live === 'string') return live === before || (isRedacted(live) && isText(before));
  if (Array.isArray(live))
    return (
      Array.isArray(before) &&
      before.length === live.length &&
      live.every((one, i) => fits(before[i] ?? null, one, isRedacted))
    );
  if (!isMembers(live)) return live === before;
  return isMembers(before) && Object.entries(live).every(([name, one]) => fits(before[name] ?? null, one, isRedacted));
}
