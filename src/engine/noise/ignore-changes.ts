import type { Path, Value } from '../../base/value.ts';
import { fieldOf, fields } from '../value/canonical.ts';
import { valueAt } from '../value/diff.ts';
import { stable } from '../value/stable.ts';
import type { Stage } from '../compare/observed.ts';

const isSame = (a: Path[number] | undefined, b: Path[number] | undefined): boolean => String(a) === String(b);
const beginsWith = (path: Path, start: Path): boolean => start.every((step, i) => isSame(step, path[i]));

/**
 * Replaces the part of a value at a path with the part of another value. Terraform takes ignored parts from the state
 * in this way.
 */
function withOther(value: Value, other: Value, [step, ...rest]: Path): Value {
  if (step === undefined) return other;
  if (Array.isArray(value))
    return value.map((one, i) => (isSame(i, step) ? withOther(one, valueAt(other, [i]), rest) : one));
  const name = String(step);
  const member = withOther(fieldOf(fields(value), name), fieldOf(fields(other), name), rest);
  const others = Object.entries(fields(value)).filter(([key]) => key !== name);
  return member === null && !Object.hasOwn(fields(other), name)
    ? Object.fromEntries(others)
    : Object.fromEntries([...others, [name, member]]);
}

/** `tags_all` repeats `tags` with the default tags added: `ignore_changes` of a tag applies to both. */
const asWritten = ([first, ...rest]: Path): Path => (first === 'tags_all' ? ['tags', ...rest] : [first ?? '', ...rest]);

/**
 * Suppresses attributes in `lifecycle { ignore_changes = … }`, for which Terraform plans no change. A reference covers
 * everything below it; a value that differs as a whole is compared without its ignored parts.
 */
export const ignoreChanges: Stage = {
  name: 'ignore-changes',
  suppress({ ignored, outcome: { before, live } }, path) {
    if (!ignored) return undefined;
    const why = { why: `the code ignores it: ignore_changes in ${ignored.file}` };
    if (ignored.paths === 'all') return why;
    const place = asWritten(path);
    if (ignored.paths.some((one) => beginsWith(place, one))) return why;
    const below = ignored.paths.filter((one) => one.length > place.length && beginsWith(one, place));
    if (below.length === 0) return undefined;
    const was = valueAt(before, path);
    const left = below.reduce<Value>(
      (value, one) => withOther(value, was, one.slice(place.length)),
      valueAt(live, path),
    );
    return stable(left) === stable(was) ? why : undefined;
  },
};
