import type { components } from '../api/schema.ts';

export type Document = readonly unknown[] | object;

export const isDocument = (value: unknown): value is Document => typeof value === 'object' && value !== null;

type AttributeDrift = components['schemas']['AttributeDrift'];

/** Attributes that repeat others: all tags of a resource, with those of the provider. */
const MIRROR = /^(?:(tags)_all|(?:effective|terraform)_(labels|annotations))(?=$|\[)/;

/** Each change is shown once. A tag is shown by the value in force where that differs from the tag itself. */
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

/** Whether nothing of the values may be shown, or all that may is the same on both sides. */
export function isHidden({
  before,
  after,
  sensitive,
}: Pick<AttributeDrift, 'before' | 'after' | 'sensitive'>): boolean {
  return sensitive && (before === '(sensitive)' || JSON.stringify(before) === JSON.stringify(after));
}

/** The ends of a range say something even where they are 0. */
const RANGE = /^(from|to|min|max|minimum|maximum|start|end)_/;
const saysNothing = ([key, value]: [string, unknown]) =>
  value === null ||
  value === '' ||
  (isDocument(value) && Object.keys(value).length === 0) ||
  ((value === 0 || value === false) && !RANGE.test(key));

/** A value whose blocks hold what was set: not what a provider writes where nothing is, `period: 0` and the like. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (!isDocument(value)) return value;
  const members = Object.entries(value).filter((member) => !saysNothing(member));
  return Object.fromEntries(members.map(([key, inner]) => [key, withoutEmpty(inner)]));
}

/** Two values without what says nothing in them, unless that is what differs. */
export function sidesWithoutDefaults(before: unknown, after: unknown): [before: unknown, after: unknown] {
  const [was, is] = [withoutEmpty(before), withoutEmpty(after)];
  return JSON.stringify(was) === JSON.stringify(is) ? [before, after] : [was, is];
}
