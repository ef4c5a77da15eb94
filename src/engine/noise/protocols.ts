import type { SchemaNode } from '../../base/schema.ts';
import type { Path, Value } from '../../base/value.ts';
import { canonical } from '../value/canonical.ts';
import { canonicalProtocol } from '../value/protocol.ts';
import { stepsAlong, valueAt } from '../value/diff.ts';
import { stable } from '../value/stable.ts';
import type { Stage } from '../compare/observed.ts';

/** Types whose `protocol` is an IP protocol. In other types (a listener, a target group) it means something else. */
const TYPES =
  /^aws_(default_security_group|security_group|security_group_rule|vpc_security_group_(in|e)gress_rule|default_network_acl|network_acl|network_acl_rule)$/;
const NAMES = new Set<unknown>(['protocol', 'ip_protocol']);

function spelled(value: Value): Value {
  if (Array.isArray(value)) return value.map(spelled);
  if (typeof value !== 'object' || value === null) return value;
  const pairs = Object.entries(value).map(([name, one]): [string, Value] => [
    name,
    NAMES.has(name) && one !== null ? canonicalProtocol(one) : spelled(one),
  ]);
  return Object.fromEntries(pairs);
}

function form(node: SchemaNode, side: Value, path: Path): string {
  const value: Value = valueAt(side, path);
  return stable(canonical(node, NAMES.has(path.at(-1)) ? canonicalProtocol(value) : spelled(value), true));
}

export const protocols: Stage = {
  name: 'protocols',
  suppress({ instance, schema, outcome }, path) {
    const node = TYPES.test(instance.type) ? stepsAlong(schema, path).at(-1)?.to : undefined;
    if (!node || form(node, outcome.before, path) !== form(node, outcome.live, path)) return undefined;
    return { why: 'a protocol is written by its name on one side and by its number on the other' };
  },
};
