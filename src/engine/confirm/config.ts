import type { Member, ObjectNode, SchemaNode } from '../../base/schema.ts';
import type { Value } from '../../base/value.ts';
import { canonical, fieldOf, fields } from '../value/canonical.ts';
import { stable } from '../value/stable.ts';
import { elements, pairElements } from './prior.ts';
import { hasOwnMembers, isComputedOnly, isOptionalComputed } from '../model/flags.ts';

/**
 * The least configuration that yields the state and covers its differences. It omits computed attributes, and optional computed
 * ones that did not change: providers reject some configurations that set them (`aws_nat_gateway`,
 * `aws_sns_topic_subscription`). `tags` are the live ones: default tags are in no state, and tags have their own rule.
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
  return member.role === 'member' || !hasOwnMembers(member.node) ? before : configOfNode(member.node, before, live);
}

function configOfNode(node: SchemaNode, before: Value, live: Value): Value {
  if (before === null) return null;
  switch (node.kind) {
    case 'object':
      return configOfObject(node, before, live);
    case 'list':
      return elements(before).map((one, i) => configOfNode(node.element, one, elements(live)[i] ?? null));
    case 'map':
      return Object.fromEntries(
        Object.entries(fields(before)).map(([key, one]) => [
          key,
          configOfNode(node.element, one, fieldOf(fields(live), key)),
        ]),
      );
    case 'set': {
      const { element } = node;
      if (element.kind !== 'object') return before;
      const pairs = pairElements(element, elements(before), elements(live));
      return elements(before).map((one, i) => configOfObject(element, one, pairs[i] ?? null));
    }
    case 'tuple':
    case 'string':
    case 'number':
    case 'bool':
    case 'dynamic':
      return before;
  }
}
