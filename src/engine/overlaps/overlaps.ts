import type { Path, Value } from '../../base/value.ts';
import { fields } from '../value/canonical.ts';
import { valueAt } from '../value/diff.ts';
import { stable } from '../value/stable.ts';
import type { Observed, Present, Stage } from '../compare/observed.ts';
import type { StateInstance } from '../state/instance.ts';
import type { LinkPlace } from '../state/link-place.ts';
import { childAsWritten, observedChild, type Child, type ChildLink, type FindChildren } from './match/children.ts';
import { OVERLAPS } from './table.ts';
import type { Overlap, Parts } from './match/overlap.ts';
import { isRelative } from './relatives.ts';

/** What is kept of an instance that others may show. */
export type OverlapChild = Child;

const OVERLAPS_BY_PARENT = Map.groupBy(OVERLAPS, (overlap) => overlap.parent);

const overlapsOf = (type: string, attribute: string | number | undefined): Overlap[] =>
  (OVERLAPS_BY_PARENT.get(type) ?? []).filter(({ attributes }) => attributes.some((name) => name === attribute));

const without = (some: ReadonlySet<string>, others: ReadonlySet<string>) => [...some].filter((one) => !others.has(one));

/** What a child says, as text, to tell whether it has changed. */
const changed = ({ before, live }: Child): boolean => live === null || stable(before) !== stable(live);

/** A value as text in which no list has an order. */
function unordered(value: Value): string {
  if (Array.isArray(value)) return `[${value.map(unordered).sort().join()}]`;
  const inner = Object.entries(fields(value)).map(([name, one]) => `${JSON.stringify(name)}:${unordered(one)}`);
  return typeof value === 'object' && value !== null ? `{${inner.sort().join()}}` : stable(value);
}

/** Whether the children, as state and cloud know them, account for the whole difference of the parent's attribute. */
function explains(
  { ofParent, ofChild, partial, shared }: Parts,
  sides: Record<'before' | 'live', Value>,
  children: readonly Child[],
): boolean {
  const [before, live] = [new Set(ofParent(sides.before)), new Set(ofParent(sides.live))];
  const had = new Set(children.flatMap((child) => ofChild(child.before)));
  const has = new Set(children.flatMap((child) => ofChild(child.live)));
  const [appeared, vanished] = [without(live, before), without(before, live)];
  // The same things in another order or otherwise grouped, or a difference that the parts do not show.
  if (appeared.length + vanished.length === 0)
    return !partial || unordered(sides.before) === unordered(sides.live) || children.some(changed);
  if (appeared.every((one) => has.has(one)) && vanished.every((one) => had.has(one) && !has.has(one))) return true;
  if (shared || children.length === 0 || has.size === 0) return false;
  // What is merely gone, and was no child's, somebody has removed.
  if (appeared.length === 0) return false;
  // The parent's state is older than its children's: an apply replaced one of them after the parent was read.
  if (partial) return live.size > 0 && without(live, has).length === 0 && vanished.every((one) => !has.has(one));
  return without(live, has).length + without(has, live).length === 0;
}

/**
 * One act is one finding: where a parent only shows what managed children are, the child has the finding. What no child explains
 * stays with the parent: a rule added by hand to a group whose other rules are managed.
 */
export function overlapStage(childrenOf: FindChildren): Stage {
  return {
    name: 'echo',
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

/** The links to children that a difference may be the echo of. */
export const overlapLinks = ({ instance }: Present, [attribute]: Path): ChildLink[] =>
  overlapsOf(instance.type, attribute).flatMap(({ children }) => children);

/** What is kept of an observed instance for the sake of others; undefined where nobody else shows what it is. */
export function overlapChild(observed: Observed): OverlapChild | undefined {
  return isRelative(observed.instance.type) ? observedChild(observed) : undefined;
}

/** The same for what could not be looked at: taken to be as its state says. */
export function overlapChildAsWritten(instance: StateInstance, place?: LinkPlace): OverlapChild | undefined {
  return isRelative(instance.type) ? childAsWritten(instance, place) : undefined;
}
