import { Type, type TObject, type TProperties, type TStringOptions } from 'typebox';

type Bounds = Pick<TStringOptions, 'maxLength' | 'pattern'>;

/** A field of a form, a text. Texts with line ends are for certificates and keys alone. */
export const field = (description: string, example: string, bounds: Bounds = {}) =>
  Type.String({
    minLength: 1,
    maxLength: 1024,
    pattern: '^[^\\x00-\\x1f\\x7f]+$',
    ...bounds,
    description,
    examples: [example],
  });

/** A field that holds a whole file: a certificate, a key. */
export const file = (description: string, example: string) =>
  field(description, example, { maxLength: 32_768, pattern: '^[^\\x00]+$' });

/** A field that names a server, up to a path. */
export const address = (description: string, example: string) =>
  field(description, example, { pattern: '^https?://[^\\s?#@]+$' });

/** The fields of a form; those that are not `Type.Optional` are required. */
export const form = (fields: TProperties): TObject => Type.Object(fields, { additionalProperties: false });

export const optional = Type.Optional;
