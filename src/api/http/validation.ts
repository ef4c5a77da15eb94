import { Ajv, type AnySchema, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import { isTime } from './times.ts';
import type { App } from './types.ts';

const OPTIONS = {
  allErrors: true,
  useDefaults: true,
  removeAdditional: false,
  strict: false,
  verbose: true,
} as const;

function strictAjv(): Ajv {
  return withFormats(new Ajv({ ...OPTIONS, coerceTypes: false }));
}

/** Whether data match a schema, with the problems in `errors`. */
type Validator<T> = { (data: unknown): data is T; errors?: ValidateFunction['errors'] };

export const bodyValidator = <T>(schema: AnySchema): Validator<T> => compiledLater(strictAjv, schema);

/** Compiles a schema at its first use: most processes serve only some operations. */
function compiledLater<T>(ajv: () => Ajv, schema: AnySchema): Validator<T> {
  let compiled: ValidateFunction<T> | undefined;
  const validate: Validator<T> = (data): data is T => {
    compiled ??= ajv().compile<T>(schema);
    const fits = compiled(data);
    validate.errors = compiled.errors;
    return fits;
  };
  return validate;
}

/**
 * Validates bodies strictly (a number is not a string, an unknown field is an error), and converts query and path texts
 * to the types of their schemas. Reports all problems of a request at once.
 */
export function validateRequests(app: App): void {
  const strict = strictAjv();
  const lenient = withFormats(new Ajv({ ...OPTIONS, coerceTypes: true }));
  app.setValidatorCompiler(({ schema, httpPart }) =>
    compiledLater(() => (httpPart === 'body' ? strict : lenient), schema as AnySchema),
  );
}

/** The usual formats; a time must be one that can be stored, without leap seconds and the year 0. */
function withFormats(ajv: Ajv): Ajv {
  return formats.default(ajv).addFormat('date-time', isTime);
}
