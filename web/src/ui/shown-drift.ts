import type { components } from '../api/schema.ts';

export type Document = readonly unknown[] | object;

export const isDocument = (value: unknown): value is Document => typeof value === 'object' && value !== null;

type AttributeDrift = components['schemas']['AttributeDrift'];

/** Attributes that repeat others: all tags or labels of a resource, including the provider's default ones. */
const MIRROR = /^(?:(tags)_all|(?:effective|terraform)_(labels|annotations))(?=$|\[)/;

/**
 * Removes repeated changes. If the effective value of a tag differs from the tag itself, the effective value is shown.
 */
export function shownAttributes(attributes: readonly AttributeDrift[]): AttributeDrift[] {
  const valuesOf = ({ before, after, before_fingerprint: was, after_fingerprint: is }: AttributeDrift) =>
    JSON.stringify([before, after, was, is]);
  const mirrors = new Map(
    attributes.flatMap((one) => {
      const mirrored = one.path.replace(MIRROR, '$1$2');
      return mirrored === one.path ? [] : [[mirrored, valuesOf(one)] as const];
    }),
  );
  const own = new Map(attributes.map((one) => [one.path, valuesOf(one)]));
  return attributes.filter((one) => {
    const [mirrored, values] = [one.path.replace(MIRROR, '$1$2'), valuesOf(one)];
    return mirrored === one.path ? (mirrors.get(one.path) ?? values) === values : own.get(mirrored) !== values;
  });
}

/** Whether a sensitive attribute has no visible difference: its values are hidden, or their visible parts are equal. */
export function isHidden({
  before,
  after,
  sensitive,
}: Pick<AttributeDrift, 'before' | 'after' | 'sensitive'>): boolean {
  return sensitive && (before === '(sensitive)' || JSON.stringify(before) === JSON.stringify(after));
}

/** Bounds of a range have a meaning even if they are 0. */
const RANGE = /^(from|to|min|max|minimum|maximum|start|end)_/;
const saysNothing = ([key, value]: [string, unknown]) =>
  value === null ||
  value === '' ||
  (isDocument(value) && Object.keys(value).length === 0) ||
  ((value === 0 || value === false) && !RANGE.test(key));

/** Removes unset members from a value: null, empty, and the zero values that providers write, such as `period: 0`. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (!isDocument(value)) return value;
  const members = Object.entries(value).filter((member) => !saysNothing(member));
  return Object.fromEntries(members.map(([key, inner]) => [key, withoutEmpty(inner)]));
}

/** Both values without unset members, unless these are the only difference. */
export function sidesWithoutDefaults(before: unknown, after: unknown): [before: unknown, after: unknown] {
  const [was, is] = [withoutEmpty(before), withoutEmpty(after)];
  return JSON.stringify(was) === JSON.stringify(is) ? [before, after] : [was, is];
}
