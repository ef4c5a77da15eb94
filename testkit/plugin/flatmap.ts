import type { Json } from '../../src/base/json.ts';
import type { SchemaNode } from '../../src/base/schema.ts';

type Flatmap = Readonly<Record<string, string>>;

/** The first path steps of the keys under `prefix`: list indices, hashes of set elements. */
function stepsUnder(flat: Flatmap, prefix: string): string[] {
  const steps = Object.keys(flat).flatMap((key) =>
    key.startsWith(prefix) ? [key.slice(prefix.length).split('.')[0] ?? ''] : [],
  );
  return [...new Set(steps)].filter((step) => step !== '#' && step !== '%');
}

function primitive(kind: string, text: string | undefined): Json {
  if (text === undefined) return null;
  if (kind === 'bool') return text === 'true' || text === '1';
  return kind === 'number' && text === '' ? null : text;
}

/**
 * A value from a flatmap, the format of states before Terraform 0.12: `tags.%`, `tags.env`, `rule.#`, `rule.0.port`,
 * `labels.2541` (a set's hash). Numbers stay decimal strings; absent values are null.
 */
export function fromFlatmap(node: SchemaNode, flat: Flatmap, path = ''): Json {
  const prefix = path === '' ? '' : `${path}.`;
  switch (node.kind) {
    case 'object': {
      if (path !== '' && stepsUnder(flat, prefix).length === 0) return null;
      const members = Object.entries(node.members);
      return Object.fromEntries(members.map(([name, member]) => [name, fromFlatmap(member.node, flat, prefix + name)]));
    }
    case 'map': {
      if (!(`${path}.%` in flat)) return null;
      const keys = Object.keys(flat).filter((key) => key.startsWith(prefix) && key !== `${path}.%`);
      return Object.fromEntries(keys.map((key) => [key.slice(prefix.length), fromFlatmap(node.element, flat, key)]));
    }
    case 'list':
    case 'set':
      if (!(`${path}.#` in flat)) return null;
      return stepsUnder(flat, prefix)
        .sort((a, b) => Number(a) - Number(b))
        .map((step) => fromFlatmap(node.element, flat, prefix + step));
    case 'tuple':
    case 'dynamic':
      return null;
    case 'string':
    case 'number':
    case 'bool':
      return primitive(node.kind, flat[path]);
  }
}
