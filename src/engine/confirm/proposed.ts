import type { ObjectNode, SchemaNode } from '../../base/schema.ts';
import type { Value } from '../../base/value.ts';
import { fieldOf, fields } from '../value/canonical.ts';
import { elements, pairElements } from './prior.ts';
import { hasOwnMembers } from '../model/flags.ts';

/**
 * The proposed new state of Terraform's core (`objchange.ProposedNew`): the configuration, with prior values for computed
 * attributes that it leaves out.
 */
export function proposedNew(block: ObjectNode, prior: Value, config: Value): Value {
  if (config === null) return prior;
  return Object.fromEntries(
    Object.entries(block.members).map(([name, member]): [string, Value] => {
      const was = fieldOf(fields(prior), name);
      const wanted = fieldOf(fields(config), name);
      if (member.role === 'attribute' && member.computed && wanted === null) return [name, was];
      if (member.role === 'block' && member.nesting === 'group')
        return [name, proposedOf(member.node, was, wanted ?? {})];
      return [name, hasOwnMembers(member.node) ? proposedOf(member.node, was, wanted) : wanted];
    }),
  );
}

function proposedOf(node: SchemaNode, prior: Value, config: Value): Value {
  if (config === null) return null;
  switch (node.kind) {
    case 'object':
      return proposedNew(node, prior, config);
    case 'list':
      return elements(config).map((one, i) => proposedOf(node.element, elements(prior)[i] ?? null, one));
    case 'map':
      return Object.fromEntries(
        Object.entries(fields(config)).map(([key, one]) => [
          key,
          proposedOf(node.element, fieldOf(fields(prior), key), one),
        ]),
      );
    case 'set': {
      const { element } = node;
      if (element.kind !== 'object') return config;
      const pairs = pairElements(element, elements(config), elements(prior));
      return elements(config).map((one, i) => proposedNew(element, pairs[i] ?? null, one));
    }
    case 'tuple':
    case 'string':
    case 'number':
    case 'bool':
    case 'dynamic':
      return config;
  }
}
