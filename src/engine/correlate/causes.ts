import { compareTexts } from '../../base/compare.ts';
import { append } from '../../base/append.ts';
import type { Value } from '../../base/value.ts';
import { fieldOf, fields } from '../value/canonical.ts';
import { isEmpty } from '../value/empty.ts';
import type { DriftResult } from '../sift/sift.ts';
import type { InstanceRef, Observed } from '../compare/observed.ts';
import { isComputedOnly } from '../model/flags.ts';

/** Relations between a cause and its side effect, the strongest first. */
const STRENGTHS = ['shown', 'named', 'undone', 'mentioned'] as const;
type Strength = (typeof STRENGTHS)[number];
export type Cause = InstanceRef & { strength: Strength };

const textsIn = (value: Value): string[] => {
  if (typeof value === 'string') return value === '' ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

/**
 * The unique names by which others refer to an instance. Ids are never compared with ids, because ids may be equal
 * across regions. Names that people chose are omitted: a user, a group and a bucket may all be called `zoe`.
 */
function namesOf({ schema, outcome }: Observed): string[] {
  const value = fields(outcome.before);
  const chosen = new Set(
    Object.entries(schema.members).flatMap(([name, member]) =>
      name === 'id' || member.role !== 'attribute' || isComputedOnly(member) ? [] : [fieldOf(value, name)],
    ),
  );
  return ['id', 'arn']
    .map((name) => fieldOf(value, name))
    .filter((name) => typeof name === 'string' && name !== '' && !chosen.has(name)) as string[];
}

/** The texts by which an instance may refer to others: its attributes without its own id and ARN. */
function mentions(value: Value): string[] {
  const others = Object.entries(fields(value)).filter(([name]) => name !== 'id' && name !== 'arn');
  return others.flatMap(([, one]) =>
    typeof one === 'string' ? [one] : Array.isArray(one) ? one.filter((x) => typeof x === 'string') : [],
  );
}

export const isDrift = ({ kind }: DriftResult): boolean => kind === 'changed' || kind === 'deleted';

/**
 * Returns the function that finds possible causes of a change of an instance: a drifted resource with a difference that
 * names it (`named`), a deleted resource that referred to it (`undone`), or a drifted resource that refers to it
 * (`mentioned`).
 */
export function causesAmong(drifted: readonly DriftResult[]): (instance: DriftResult) => Cause[] {
  const index = new Map<string, { result: DriftResult; strength: Strength }[]>();
  for (const result of drifted) {
    const changed = result.differences.flatMap(({ before, live }) => [...textsIn(before), ...textsIn(live)]);
    for (const name of new Set(changed)) append(index, name, { result, strength: 'named' });
    for (const name of new Set(mentions(result.observed.outcome.before)))
      append(index, name, { result, strength: result.kind === 'deleted' ? 'undone' : 'mentioned' });
  }
  return (one) =>
    namesOf(one.observed)
      .flatMap((name) => index.get(name) ?? [])
      .filter(({ result }) => result.instance !== one.instance)
      .map(({ result, strength }) => ({ resource: result.instance.address, strength }));
}

const order = (a: Cause, b: Cause): number =>
  STRENGTHS.indexOf(a.strength) - STRENGTHS.indexOf(b.strength) ||
  compareTexts(a.stateKey ?? '', b.stateKey ?? '') ||
  compareTexts(a.resource, b.resource);

/** The strongest of several causes. Independent of their order. */
export const strongest = (causes: readonly Cause[]): Cause | undefined => [...causes].sort(order)[0];

const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;
/** Timestamps change by themselves. */
export const isMoment = (value: Value): boolean => typeof value === 'string' && TIME.test(value);

/**
 * True if a cause of this strength may have changed a value. A resource that only refers to an instance does not fill
 * an empty value.
 */
export const mayChange = ({ strength }: Cause, before: Value): boolean =>
  !['undone', 'mentioned'].includes(strength) || !isEmpty(before);
