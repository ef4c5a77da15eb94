import type { ObjectNode, SchemaNode, Member } from '../../base/schema.ts';
import type { Value } from '../../base/value.ts';
import { canonical, elements, fieldOf, fields } from '../value/canonical.ts';
import { hasOwnMembers, isComputedOnly, isOptionalComputed } from '../model/flags.ts';
import { stable } from '../value/stable.ts';

/**
 * The smallest configuration that yields the state and sets all attributes that differ. It omits computed attributes,
 * and unchanged optional computed ones: providers reject some configurations that set them (`aws_nat_gateway`,
 * `aws_sns_topic_subscription`). `tags` come from the cloud, because no state holds default tags, and tags have a stage
 * of their own.
 */
export function minimalConfig(block: ObjectNode, before: Value, live: Value): Value {
  return configOfObject(block, before, live, true);
}

function configOfObject(node: ObjectNode, before: Value, live: Value, top = false): Value {
  if (before === null) return null;
  const tagged = Object.hasOwn(node.members, 'tags_all') && Object.hasOwn(node.members, 'tags');
  return Object.fromEntries(
    Object.entries(node.members).map(([name, member]): [string, Value] => {
      const was = fieldOf(fields(before), name);
      const is = fieldOf(fields(live), name);
      if (tagged && name === 'tags') return [name, is];
      if ((tagged && name === 'tags_all') || (top && name === 'id')) return [name, null];
      return [name, configOfMember(name, member, was, is)];
    }),
  );
}

function configOfMember(name: string, member: Member, before: Value, live: Value): Value {
  if (member.role === 'attribute') {
    if (isComputedOnly(member) || member.writeOnly) return null;
    const same = () =>
      stable(canonical(member.node, before, true, name)) === stable(canonical(member.node, live, true, name));
    if (isOptionalComputed(member) && same()) return null;
  }
  if (member.role === 'member' || !hasOwnMembers(member.node)) return before;
  return eachObject(member.node, before, live, configOfObject);
}

type OfObject = (node: ObjectNode, value: Value, counterpart: Value) => Value;

/**
 * Builds a value object by object. Each object is paired with its counterpart: an object of the state with the live
 * one, a configured object with the prior one.
 */
function eachObject(node: SchemaNode, value: Value, counterpart: Value, ofObject: OfObject): Value {
  if (value === null) return null;
  if (node.kind === 'object') return ofObject(node, value, counterpart);
  const { element } = 'element' in node ? node : {};
  if (!element) return value;
  if (node.kind === 'map') {
    const pairs = Object.entries(fields(value)).map(([key, one]): [string, Value] => [
      key,
      eachObject(element, one, fieldOf(fields(counterpart), key), ofObject),
    ]);
    return Object.fromEntries(pairs);
  }
  const [all, others] = [elements(value), elements(counterpart)];
  if (node.kind === 'list') return all.map((one, i) => eachObject(element, one, others[i] ?? null, ofObject));
  if (element.kind !== 'object') return value;
  const pairs = pairElements(element, all, others);
  return all.map((one, i) => ofObject(element, one, pairs[i] ?? null));
}

/**
 * True if a configured element of a set may correspond to a prior one: they are equal except in computed attributes.
 * Elements of sets have no names, so this follows Terraform's core (`validPriorFromConfig`).
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

/** Pairs each element of a configured set with at most one prior element that may correspond to it. */
function pairElements(node: ObjectNode, config: Value[], prior: Value[]): (Value | undefined)[] {
  const free = new Set(prior.keys());
  return config.map((wanted) => {
    const at = [...free].find((i) => couldBe(node, prior[i] ?? null, wanted));
    if (at === undefined) return undefined;
    free.delete(at);
    return prior[at];
  });
}

/**
 * The proposed new state of Terraform's core (`objchange.ProposedNew`): the configuration, with prior values where it
 * omits computed attributes. Both values conform to `block` and contain no unknown values; `prior` may be null.
 * Elements of sets are paired by equal configured attributes, a heuristic that Terraform uses too.
 */
export function proposedNew(block: ObjectNode, prior: Value, config: Value): Value {
  if (config === null) return prior;
  return Object.fromEntries(
    Object.entries(block.members).map(([name, member]): [string, Value] => {
      const was = fieldOf(fields(prior), name);
      const wanted = fieldOf(fields(config), name);
      if (member.role === 'attribute' && member.computed && wanted === null) return [name, was];
      // A block of nesting mode group is never null: an omitted block is an empty one.
      const configured = member.role === 'block' && member.nesting === 'group' ? (wanted ?? {}) : wanted;
      if (!hasOwnMembers(member.node)) return [name, configured];
      return [name, eachObject(member.node, configured, was, (node, one, before) => proposedNew(node, before, one))];
    }),
  );
}
