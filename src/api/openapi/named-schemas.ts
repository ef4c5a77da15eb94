import type { Document, Parameter, Schema } from './document.ts';
import { operationsOf } from './document.ts';

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** A schema as text, without examples and its outermost description, which may differ between uses. */
function meaningOf(schema: Schema): string {
  const silent = { ...schema, description: undefined };
  return JSON.stringify(silent, (key, value: unknown) => (key === 'examples' || key === 'example' ? undefined : value));
}

/**
 * Moves every schema with a title to `components.schemas` and puts a reference in its place, so that each is described
 * once. Throws where two different schemas have the same title.
 */
export function nameSchemas(document: Document): void {
  const components = (document.components ??= {});
  const named = (components.schemas ??= {});
  const meanings = new Map<string, string>();

  function refer(schema: Schema & { title: string }): Schema {
    const { title, description } = schema;
    const meaning = meaningOf(schema);
    const existing = meanings.get(title);
    if (existing !== undefined && existing !== meaning)
      throw new Error(`Two different schemas of the API have the title "${title}": give one another title`);
    meanings.set(title, meaning);
    const first = named[title];
    named[title] ??= visitFields(schema) as Schema;
    const own = description !== undefined && first !== undefined && first.description !== description;
    return { $ref: `#/components/schemas/${title}`, ...(own ? { description } : {}) };
  }

  function visitFields(value: Record<string, unknown>): Record<string, unknown> {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner, key)]));
  }

  function walk(value: unknown, key: string): unknown {
    if (key === 'example' || key === 'examples') return value;
    if (Array.isArray(value)) return value.map((inner) => walk(inner, ''));
    if (!isObject(value)) return value;
    return typeof value.title === 'string' && key !== 'properties'
      ? refer(value as Schema & { title: string })
      : visitFields(value);
  }

  for (const [name, schema] of Object.entries(named)) {
    delete named[name];
    walk({ ...schema, title: name }, '');
  }
  document.paths = visitFields(document.paths ?? {}) as Document['paths'] & object;
}

/** Moves parameters that are used more than once, and are the same everywhere, to `components.parameters`. */
export function nameParameters(document: Document): void {
  const uses = new Map<string, { texts: Set<string>; count: number }>();
  const all = operationsOf(document).flatMap(({ operation }) => operation.parameters ?? []);
  for (const parameter of all) {
    const use = uses.get(parameter.name ?? '') ?? { texts: new Set(), count: 0 };
    use.texts.add(JSON.stringify(parameter));
    use.count += 1;
    uses.set(parameter.name ?? '', use);
  }
  const parameters: Record<string, Parameter> = {};
  for (const { operation } of operationsOf(document)) {
    if (!operation.parameters) continue;
    operation.parameters = operation.parameters.map((parameter) => {
      const { name = '' } = parameter;
      const use = uses.get(name);
      if (!use || use.count < 2 || use.texts.size > 1) return parameter;
      parameters[name] = parameter;
      return { $ref: `#/components/parameters/${name}` };
    });
  }
  (document.components ??= {}).parameters = parameters;
}
