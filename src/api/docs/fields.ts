import { resolve, type Document, type Schema } from '../openapi/document.ts';
import { html, prose, type Html } from './html.ts';

/** The type of a value in a word or two; named schemas are linked. */
export function typeOf(schema: Schema): Html {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum)
    return html`${joined(
      schema.enum.map((one) => html`<code>${String(one)}</code>`),
      ' · ',
    )}`;
  if (schema.anyOf) return html`${joined(schema.anyOf.map(typeOf), ' or ')}`;
  if (schema.type === 'array') return html`array of ${schema.items ? typeOf(schema.items) : 'anything'}`;
  const type = [schema.type ?? 'anything'].flat().join(' or ');
  return html`${type}${schema.format === undefined ? '' : ` (${schema.format})`}`;
}

function joined(parts: Html[], between: string): Html[] {
  return parts.map((part, i) => (i === 0 ? part : html`${between}${part}`));
}

const BOUNDS: [keyof Schema | 'maximum' | 'maxLength' | 'minLength', string][] = [
  ['minimum', 'at least'],
  ['maximum', 'at most'],
  ['minLength', 'length from'],
  ['maxLength', 'length up to'],
  ['default', 'default'],
];

function bounds(schema: Schema): string {
  const values = schema as Record<string, unknown>;
  return BOUNDS.filter(([key]) => values[key] !== undefined)
    .map(([key, words]) => `${words} ${JSON.stringify(values[key])}`)
    .join(', ');
}

/** The mark of a field: in a request that it is required, in a response that it may be missing. */
type Mark = 'required' | 'optional';

/** One row: a field or parameter with its type, mark and description. */
export function row(
  name: string,
  schema: Schema,
  options: { mark: Mark | undefined; description?: string | undefined },
): Html {
  const limits = bounds(schema);
  return html`<tr>
    <th scope="row">
      <code>${name}</code>${options.mark === undefined ? '' : html`<span class="mark">${options.mark}</span>`}
    </th>
    <td>
      <div class="type">${typeOf(schema)}</div>
      ${prose(options.description ?? schema.description)}${limits === '' ? '' : html`<p class="bounds">${limits}</p>`}
    </td>
  </tr>`;
}

/** The fields of an object, those of inner objects without a name below them; of an array, its elements'. */
export function fields(document: Document, schema: Schema, mark: Mark): Html {
  const { properties, required = [], items, type, anyOf } = resolve(document, schema);
  if (type === 'array' && items) return fields(document, items, mark);
  const inner = anyOf?.find((one) => one.type !== 'null');
  if (inner) return fields(document, inner, mark);
  if (!properties) return html``;
  return html`<table>
    ${flattened({ properties, required }, mark, '')}
  </table>`;
}

function flattened({ properties = {}, required = [] }: Schema, mark: Mark, prefix: string): Html[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const below = innerObject(schema);
    return [
      row(prefix + name, schema, { mark: required.includes(name) === (mark === 'required') ? mark : undefined }),
      ...(below ? flattened(below, mark, `${prefix}${name}${below.step}`) : []),
    ];
  });
}

function innerObject(schema: Schema): (Schema & { step: string }) | undefined {
  if (schema.properties) return { ...schema, step: '.' };
  if (schema.items?.properties) return { ...schema.items, step: '[].' };
  const inner = schema.anyOf?.find((one) => one.properties);
  return inner && { ...inner, step: '.' };
}
