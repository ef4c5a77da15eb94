import { operationsOf, resolve, type Document, type Media, type Schema } from './document.ts';

/** An example of what a schema describes, and the fields that it could not make one up for. */
type Example = { value: unknown; lacking: string[] };

const BY_FORMAT: Record<string, unknown> = {
  'date-time': '2026-01-31T09:30:00.000Z',
  date: '2026-01-31',
  uri: 'https://example.com/',
};
const BY_TYPE: Record<string, (schema: Schema) => unknown> = {
  boolean: () => true,
  null: () => null,
  integer: ({ minimum }) => minimum ?? 1,
  number: ({ minimum }) => minimum ?? 1,
};

/**
 * Composes an example from those of the fields: one that a schema brings itself comes first, then what its values
 * leave no choice about. Texts without an example are named in `lacking`, as JSON pointers.
 */
export function composeExample(document: Document, schema: Schema, at = ''): Example {
  const { examples, enum: choices, anyOf, properties, items, format = '', ...rest } = resolve(document, schema);
  const given = [examples?.[0], rest.const, rest.default, choices?.[0], BY_FORMAT[format]];
  const value = given.find((one) => one !== undefined);
  if (value !== undefined) return { value, lacking: [] };
  if (anyOf?.[0]) return composeExample(document, anyOf[0], at);
  const [type] = [rest.type].flat();
  if (type === 'object') return composeObject(document, properties ?? {}, at);
  if (type === 'array') {
    const item = items ? composeExample(document, items, `${at}/0`) : { value: 1, lacking: [] };
    return { value: [item.value], lacking: item.lacking };
  }
  const make = BY_TYPE[type ?? ''];
  return make ? { value: make(rest), lacking: [] } : { value: undefined, lacking: [at || '/'] };
}

function composeObject(document: Document, properties: Record<string, Schema>, at: string): Example {
  const fields = Object.entries(properties).map(
    ([name, schema]) => [name, composeExample(document, schema, `${at}/${name}`)] as const,
  );
  return {
    value: Object.fromEntries(fields.map(([name, { value }]) => [name, value])),
    lacking: fields.flatMap(([, { lacking }]) => lacking),
  };
}

/** The JSON bodies and answers of all operations, with what to call them by. */
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

/** Gives every JSON body and answer an example where its fields have all that it takes. */
export function addExamples(document: Document): void {
  for (const { media } of mediaOf(document)) {
    if (media.example !== undefined || media.examples !== undefined) continue;
    const { value, lacking } = composeExample(document, media.schema);
    if (lacking.length === 0) media.example = value;
  }
}
