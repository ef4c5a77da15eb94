import type { Path, Value } from '../../base/value.ts';
import { fields } from '../value/canonical.ts';
import { valueAt } from '../value/diff.ts';
import { stable } from '../value/stable.ts';
import type { Observed, Present, Stage } from '../compare/observed.ts';
import type { StateInstance } from '../state/instance.ts';
import type { LinkPlace } from '../state/place.ts';
import { entryOf, TYPES } from '../../clouds/clouds.ts';
import type { ChildLink, Overlap, Parts } from '../../clouds/contract/overlaps.ts';
import { childAsWritten, observedChild, type Child, type FindChildren } from './match/children.ts';
import { TAG_RESOURCES } from './tag-resources.ts';

/** An instance whose settings other resources may repeat inline. */
export type OverlapChild = Child;

const overlapsOf = (type: string, attribute: string | number | undefined): Overlap[] =>
  (entryOf(type)?.overlaps ?? []).filter(({ attributes }) => attributes.some((name) => name === attribute));

const without = (some: ReadonlySet<string>, others: ReadonlySet<string>) => [...some].filter((one) => !others.has(one));

const changed = ({ before, live }: Child): boolean => live === null || stable(before) !== stable(live);

/** Serialises a value without the order of lists. */
function unordered(value: Value): string {
  if (Array.isArray(value)) return `[${value.map(unordered).sort().join()}]`;
  const inner = Object.entries(fields(value)).map(([name, one]) => `${JSON.stringify(name)}:${unordered(one)}`);
  return typeof value === 'object' && value !== null ? `{${inner.sort().join()}}` : stable(value);
}

/** True if the children in state and cloud explain the whole difference of the parent's attribute. */
function explains(
  { ofParent, ofChild, partial, shared }: Parts,
  sides: Record<'before' | 'live', Value>,
  children: readonly Child[],
): boolean {
  const [before, live] = [new Set(ofParent(sides.before)), new Set(ofParent(sides.live))];
  const had = new Set(children.flatMap((child) => ofChild(child.before)));
  const has = new Set(children.flatMap((child) => ofChild(child.live)));
  const [appeared, vanished] = [without(live, before), without(before, live)];
  // The order or grouping differs, or fields that the parts do not cover.
  if (appeared.length + vanished.length === 0)
    return !partial || unordered(sides.before) === unordered(sides.live) || children.some(changed);
  if (appeared.every((one) => has.has(one)) && vanished.every((one) => had.has(one) && !has.has(one))) return true;
  if (shared || children.length === 0 || has.size === 0) return false;
  // A removed part that belonged to no child was removed by hand.
  if (appeared.length === 0) return false;
  // The parent's state is older than its children's states: an apply replaced a child after the parent was read.
  if (partial) return live.size > 0 && without(live, has).length === 0 && vanished.every((one) => !has.has(one));
  return without(live, has).length + without(has, live).length === 0;
}

/**
 * Reports each change once: if a parent's attribute only repeats managed children, the child gets the finding. A change
 * that no child explains stays with the parent, such as a rule added by hand to a group whose other rules are managed.
 */
export function overlapStage(childrenOf: FindChildren): Stage {
  return {
    name: 'overlap',
    suppress({ instance, outcome, place }: Present, [attribute]) {
      if (typeof attribute !== 'string') return undefined;
      const parent = fields(outcome.before);
      const before: Value = valueAt(outcome.before, [attribute]);
      const live: Value = valueAt(outcome.live, [attribute]);
      for (const { children: links, parts, why } of overlapsOf(instance.type, attribute)) {
        const children = links.flatMap((link) => childrenOf(link, parent, place));
        if (children.length > 0 && explains(parts, { before, live }, children))
          return { why, children: children.filter(changed) };
      }
      return undefined;
    },
  };
}

export const overlapLinks = ({ instance }: Present, [attribute]: Path): ChildLink[] =>
  overlapsOf(instance.type, attribute).flatMap(({ children }) => children);

const RELATIVES: ReadonlySet<string> = new Set(
  [
    ...[...TYPES.values()].flatMap(({ overlaps = [], scaled = [] }) => [
      ...overlaps.flatMap(({ children }) => children),
      ...scaled.flatMap(({ scalers }) => scalers),
    ]),
    ...TAG_RESOURCES,
  ].map(({ type }) => type),
);

/**
 * True if instances of a type may explain differences of others: standalone children, tag resources and autoscalers.
 */
export const isRelative = (type: string): boolean => RELATIVES.has(type);

/**
 * Keeps the data of an observed instance that explains differences of others; undefined for types that no other type
 * repeats.
 */
export function overlapChild(observed: Observed): OverlapChild | undefined {
  return isRelative(observed.instance.type) ? observedChild(observed) : undefined;
}

/** Does the same for an instance that was not checked, and assumes that it is as in its state. */
export function overlapChildAsWritten(instance: StateInstance, place?: LinkPlace): OverlapChild | undefined {
  return isRelative(instance.type) ? childAsWritten(instance, place) : undefined;
}
