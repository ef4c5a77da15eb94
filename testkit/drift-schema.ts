import type { Member, ObjectNode } from '../src/base/schema.ts';
import { nodeOfTypeJson } from '../src/base/cty-type.ts';

/** A cty type in its JSON form, with flags: `o`ptional, `r`equired, `c`omputed, `s`ensitive, `w`rite-only. */
type AttributeSpec = [type: unknown, flags: string];
type BlockSpec = { nesting: 'single' | 'group' | 'list' | 'set' | 'map'; of: SchemaSpec };
/** A short notation of a schema for tests: `{"id": ["string", "oc"], "rule": {"nesting": "list", "of": {…}}}`. */
export type SchemaSpec = { [name: string]: AttributeSpec | BlockSpec };

function member(spec: AttributeSpec | BlockSpec): Member {
  if (Array.isArray(spec)) {
    const [type, flags] = spec;
    const has = (flag: string) => flags.includes(flag);
    return {
      role: 'attribute',
      node: nodeOfTypeJson(JSON.stringify(type)),
      optional: has('o'),
      required: has('r'),
      computed: has('c'),
      sensitive: has('s'),
      writeOnly: has('w'),
    };
  }
  const { nesting, of } = spec;
  const element = schemaOf(of);
  const node = nesting === 'single' || nesting === 'group' ? element : { kind: nesting, element };
  return { role: 'block', nesting, node };
}

/** Expands a spec to a schema. */
export function schemaOf(spec: SchemaSpec): ObjectNode {
  return { kind: 'object', members: Object.fromEntries(Object.entries(spec).map(([name, of]) => [name, member(of)])) };
}
