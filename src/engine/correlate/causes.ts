import { append } from '../../base/append.ts';
import type { Value } from '../../base/value.ts';
import { fieldOf, fields } from '../value/canonical.ts';
import { isEmpty } from '../value/empty.ts';
import type { DriftResult } from '../sift/sift.ts';
import type { InstanceRef, Observed } from '../compare/observed.ts';
import { isComputedOnly } from '../model/flags.ts';

/** How strongly a cause is tied to what follows from it, the strongest first. What is gone has undone all that it was about. */
const STRENGTHS = ['shown', 'named', 'undone', 'mentioned'] as const;
type Strength = (typeof STRENGTHS)[number];
export type Cause = InstanceRef & { strength: Strength };

const textsIn = (value: Value): string[] => {
  if (typeof value === 'string') return value === '' ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

/**
 * The names by which others refer to an instance, and nothing else does. Ids may be equal across regions: an id is never compared with an
 * id. An id that people chose is none: a user, a group and a bucket may all be called `zoe`, and that one mentions the other says nothing.
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

/** What an instance refers to: its own attributes that are texts, but for its own names. */
function mentions(value: Value): string[] {
  const others = Object.entries(fields(value)).filter(([name]) => name !== 'id' && name !== 'arn');
  return others.flatMap(([, one]) =>
    typeof one === 'string' ? [one] : Array.isArray(one) ? one.filter((x) => typeof x === 'string') : [],
  );
}

export const isDrift = ({ kind }: DriftResult): boolean => kind === 'changed' || kind === 'deleted';

/**
 * Finds the drift that a change of an instance may follow from: what changed there names it (`named`), what is gone mentioned it
 * (`undone`), or it is merely mentioned there (`mentioned`). Built once for a state; only what drifted is in it.
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
  compare(a.stateKey ?? '', b.stateKey ?? '') ||
  compare(a.resource, b.resource);
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The strongest of several causes; always the same of the same ones. */
export const strongest = (causes: readonly Cause[]): Cause | undefined => [...causes].sort(order)[0];

const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;
/** Moments move by themselves. */
export const isMoment = (value: Value): boolean => typeof value === 'string' && TIME.test(value);

/** Whether a cause of this strength may have moved a value: what merely mentions an instance fills nothing in that was empty. */
export const mayMove = ({ strength }: Cause, before: Value): boolean =>
  !['undone', 'mentioned'].includes(strength) || !isEmpty(before);
