import { type Static, type TProperties, type TSchema, type TStringOptions, type TUnsafe, Type } from 'typebox';

export const Nullable = <T extends TSchema>(schema: T, options: { examples?: unknown[] } = {}) =>
  Type.Union([schema, Type.Null()], options);

/** `schema` or null, for input: one type with null, so that an invalid value has one reason instead of three. */
export const OrNull = <T extends TSchema & { type: string }>(schema: T) =>
  Type.Unsafe<Static<T> | null>({ ...schema, type: [schema.type, 'null'] });

/** One of these words or null, for input. */
export function WordOrNull<T extends string>(schema: TUnsafe<T>) {
  const { enum: words } = schema as unknown as { enum: readonly T[] };
  return Type.Unsafe<T | null>({ ...schema, type: ['string', 'null'], enum: [...words, null] });
}

/** A text, with its description and an example. */
export const text = (description: string, example: string | null, bounds: StringBounds = {}) =>
  Type.String({ ...bounds, description, examples: [example] });
type StringBounds = Pick<TStringOptions, 'minLength' | 'maxLength' | 'pattern' | 'format'>;

export const Count = Type.Integer({ minimum: 0 });

/** A count, with the description of the counted things. */
export const count = (description: string, example?: number) =>
  Type.Integer({ minimum: 0, description, ...(example !== undefined && { examples: [example] }) });

/** One of these words. */
export const oneOf = <const T extends string>(words: readonly T[], description?: string, examples?: readonly T[]) =>
  Type.Unsafe<T>({
    type: 'string',
    enum: [...words],
    ...(description !== undefined && { description }),
    ...(examples && { examples: [...examples] }),
  });

/** The same schema with another description. */
export const described = <T extends TSchema>(schema: T, description: string) =>
  Type.Unsafe<Static<T>>({ ...schema, description });

export const Time = Type.String({ format: 'date-time', description: 'RFC 3339, UTC' });

/** An object that accepts no further field. */
export const Strict = <T extends Record<string, TSchema>>(
  fields: T,
  options: { title?: string; description?: string; examples?: unknown[]; oneOf?: object[] } = {},
) => Type.Object(fields, { additionalProperties: false, ...options });

/** The fields of an object, after its description if there is one. */
type Fields<T> = [fields: T] | [description: string, fields: T];

function optionsOf<T>(title: string, parts: Fields<T>): [T, { title: string; description?: string }] {
  return parts.length === 1 ? [parts[0], { title }] : [parts[1], { title, description: parts[0] }];
}

/** An object with a name in the document. */
export const Named = <T extends TProperties>(title: string, ...parts: Fields<T>) =>
  Type.Object(...optionsOf(title, parts));

/** An object with a name in the document that accepts no further field. */
export const NamedStrict = <T extends TProperties>(title: string, ...parts: Fields<T>) =>
  Strict(...optionsOf(title, parts));

export const About = <T extends TProperties>(description: string, fields: T) => Type.Object(fields, { description });

/** Any text without NUL, which no database stores: queries by text declare it too. */
export const ANY_TEXT = '^[^\\u0000]*$';

/** A line of text without control characters. */
export const LINE = '^[^\\u0000-\\u001f\\u007f]+$';
export const LINE_OR_EMPTY = '^[^\\u0000-\\u001f\\u007f]*$';

export const RepoId = Type.String({ examples: ['repo_0V3mKq8ZxYbD2nR5tW7uAe'] });

/** An id in a path or query. A malformed one gets the same response as an unknown one. */
export const Id = Type.String({ maxLength: 64, pattern: '^[A-Za-z0-9_]+$', description: 'An id' });

/** An organization in a path; http/auth.ts replaces a login with the id. */
export const OrganizationName = Type.String({
  maxLength: 100,
  pattern: '^[A-Za-z0-9_.-]+$',
  description: 'The id of the organization, or its login',
});

export const CloudName = text('The cloud provider: `aws`', 'aws', { maxLength: 32, pattern: '^[a-z0-9-]+$' });

/** A name that the caller chooses. */
const name = (description: string, example: string) =>
  text(description, example, { maxLength: 40, pattern: '^[a-z0-9][a-z0-9-]*$' });
export const SourceName = name('The name of a state source', 'gcp-prod');
export const SettingsName = name('The name of settings for a provider', 'google-prod');

export const CodeHostParams = Type.Object({
  codehost: text('The code host: `github`', 'github', { maxLength: 32, pattern: '^[a-z0-9-]+$' }),
});

export const PageFields = {
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'How many elements at most' }),
  cursor: Type.Optional(
    Type.String({ pattern: '^[a-z]{2,4}_[0-9A-Za-z]{22}$', description: 'From the Link header of the page before' }),
  ),
};

export const PageQuery = Strict(PageFields);

/** A cursor of a list by state key. */
export const LongCursor = Type.Optional(
  Type.String({ ...PageFields.cursor, maxLength: 6000, pattern: '^[A-Za-z0-9_-]+$' }),
);

/** A response whose `Location` header points to the created object. */
export const Located = <T extends TSchema>(schema: T): T => ({ ...schema, headers: { Location: {} } });
