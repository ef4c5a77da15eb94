import type { ObjectNode } from '../../base/schema.ts';
import type { Value } from '../../base/value.ts';
import { fieldOf, fields } from '../value/canonical.ts';
import { stable } from '../value/stable.ts';

/** Elements of a list; none of anything else. */
export const elements = (value: Value | undefined): Value[] => (Array.isArray(value) ? value : []);

/**
 * Whether a prior element of a set may be the one that a configured element means: equal but for computed attributes. The rule is
 * that of Terraform's core (`validPriorFromConfig`), since elements of sets have no names.
 */
function couldBe(node: ObjectNode, prior: Value, config: Value): boolean {
  if (prior === null || config === null) return prior === config;
  return Object.entries(node.members).every(([name, member]) => {
    const was = fieldOf(fields(prior), name);
    const wanted = fieldOf(fields(config), name);
    if (stable(was) === stable(wanted)) return true;
    if (member.role === 'attribute') return member.computed && wanted === null;
    if (was === null || wanted === null) return false;
    const inner = member.node;
    if (inner.kind === 'object') return couldBe(inner, was, wanted);
    if (inner.kind !== 'list' || inner.element.kind !== 'object') return false;
    const element = inner.element;
    const [olds, news] = [elements(was), elements(wanted)];
    return olds.length === news.length && olds.every((one, i) => couldBe(element, one, news[i] ?? null));
  });
}

/** Pairs the elements of a configured set with the prior elements that they may mean, each at most once. */
export function pairElements(node: ObjectNode, config: Value[], prior: Value[]): (Value | undefined)[] {
  const free = new Set(prior.keys());
  return config.map((wanted) => {
    const at = [...free].find((i) => couldBe(node, prior[i] ?? null, wanted));
    if (at === undefined) return undefined;
    free.delete(at);
    return prior[at];
  });
}
