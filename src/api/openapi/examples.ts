import { operationsOf, resolve, type Document, type Media, type Schema } from './document.ts';

/** An example for a schema, and the fields that have none. */
type Example = { value: unknown; lacking: string[] };

const BY_FORMAT: Record<string, unknown> = {
  'date-time': '2026-01-31T09:30:00.000Z',
  date: '2026-01-31',
  uri: 'https://example.com/',
};
const BY_NAME: Record<string, unknown> = {
  org_id: 'org_0V3mKq8ZxYbD2nR5tW7uAe',
  repo_id: 'repo_0V3mKq8ZxYbD2nR5tW7uAe',
  key_id: 'key_0V3mKq8ZxYbD2nR5tW7uAe',
  analysis_id: 'an_0V3mKq8ZxYbD2nR5tW7uAe',
  incident_id: 'inc_0V3mKq8ZxYbD2nR5tW7uAe',
  request_id: 'req_0V3mKq8ZxYbD2nR5t',
  login: 'acme',
  region: 'eu-west-1',
  account_id: '123456789012',
  version: '1.0.0',
};
const BY_TYPE: Record<string, (schema: Schema) => unknown> = {
  boolean: () => true,
  null: () => null,
  integer: ({ minimum }) => minimum ?? 1,
  number: ({ minimum }) => minimum ?? 1,
};

/**
 * Composes an example from those of the fields. The schema's own example comes first, then a constant, default or
 * choice. Required texts without an example are listed in `lacking`: `Finding/type`.
 */
export function composeExample(document: Document, schema: Schema, at: string): Example {
  if (schema.$ref !== undefined) return composeExample(document, resolve(document, schema), nameOf(schema.$ref));
  const { examples, enum: choices, anyOf, items, format = '', ...rest } = schema;
  const candidates = [examples?.[0], rest.const, rest.default, choices?.[0], BY_FORMAT[format]];
  const value = candidates.find((one) => one !== undefined);
  if (value !== undefined) return { value, lacking: [] };
  if (anyOf?.[0]) {
    const first = composeExample(document, anyOf[0], at);
    const orNull = first.lacking.length > 0 && anyOf.some((one) => one.type === 'null');
    return orNull ? { value: null, lacking: [] } : first;
  }
  const [type] = [rest.type].flat();
  if (type === 'object') return composeObject(document, schema, at);
  if (type === 'array') {
    const item = items ? composeExample(document, items, `${at}/0`) : { value: 1, lacking: [] };
    return { value: [item.value], lacking: item.lacking };
  }
  const make = BY_TYPE[type ?? ''];
  return make ? { value: make(rest), lacking: [] } : { value: undefined, lacking: [at] };
}

/** Omits optional fields without an example. */
function composeObject(
  document: Document,
  { properties = {}, required = [] }: Pick<Schema, 'properties' | 'required'>,
  at: string,
): Example {
  const fields = Object.entries(properties)
    .map(([name, schema]) => [name, composeField(document, name, schema, `${at}/${name}`)] as const)
    .filter(([name, { lacking }]) => lacking.length === 0 || required.includes(name));
  return {
    value: Object.fromEntries(fields.map(([name, { value }]) => [name, value])),
    lacking: fields.flatMap(([, { lacking }]) => lacking),
  };
}

function composeField(document: Document, name: string, schema: Schema, at: string): Example {
  const example = composeExample(document, schema, at);
  return example.lacking.includes(at) && name in BY_NAME ? { value: BY_NAME[name], lacking: [] } : example;
}

const nameOf = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1);

/** The JSON bodies and responses of all operations, with their names. */
export function mediaOf(document: Document): { name: string; media: Media & { schema: Schema } }[] {
  return operationsOf(document).flatMap(({ name, operation }) => {
    const bodies = Object.entries(operation.requestBody?.content ?? {});
    const answers = Object.entries(operation.responses ?? {}).flatMap(([status, response]) =>
      Object.entries(resolve(document, response).content ?? {}).map(([type, media]) => ({ what: status, type, media })),
    );
    return [...bodies.map(([type, media]) => ({ what: 'body', type, media })), ...answers].flatMap(
      ({ what, type, media }) =>
        type === 'application/json' && media.schema
          ? [{ name: `${name}, ${what}`, media: media as Media & { schema: Schema } }]
          : [],
    );
  });
}

/** Adds an example to every JSON body and response, unless a required field lacks one. */
export function addExamples(document: Document): void {
  for (const { name, media } of mediaOf(document)) {
    if (media.example !== undefined || media.examples !== undefined) continue;
    const { value, lacking } = composeExample(document, media.schema, name);
    if (lacking.length === 0) media.example = value;
  }
}
