import { Type, type TObject, type TProperties, type TStringOptions } from 'typebox';

type FieldWords = { description?: string; examples?: string[] };
type Bounds = Pick<TStringOptions, 'maxLength' | 'pattern'>;

/** A text field of a form. Line breaks are only for certificates and keys. */
export const field = (description: string, example: string, bounds: Bounds = {}) =>
  Type.String({
    minLength: 1,
    maxLength: 1024,
    pattern: '^[^\\x00-\\x1f\\x7f]+$',
    ...bounds,
    description,
    examples: [example],
  });

const MAX_FILE = 32_768;

/** A field for the content of a file: a certificate, a key. */
export const file = (description: string, example: string) =>
  field(description, example, { maxLength: MAX_FILE, pattern: '^[^\\x00]+$' });

/** A field for a server's address, optionally with a path. */
export const address = (description: string, example: string) =>
  field(description, example, { pattern: '^https?://[^\\s?#@]+$' });

/** The fields of a form; required unless `Type.Optional`. */
export const form = (fields: TProperties): TObject => Type.Object(fields, { additionalProperties: false });

export const optional = Type.Optional;

/** The facts about each field of a form, to render it. */
export const fieldsOf = (
  { properties, required = [] }: { properties: TProperties; required?: readonly string[] },
  operatorOnly: readonly string[] = [],
) =>
  Object.entries(properties).map(([name, schema]) => {
    const { description = '', examples: [example = ''] = [], maxLength } = schema as TStringOptions & FieldWords;
    return {
      name,
      description,
      example,
      required: required.includes(name),
      multiline: maxLength === MAX_FILE,
      operator_only: operatorOnly.includes(name),
    };
  });
