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

/** Whether data fit a schema, and in `errors` why not. */
type Validator<T> = { (data: unknown): data is T; errors?: ValidateFunction['errors'] };

export const bodyValidator = <T>(schema: AnySchema): Validator<T> => compiledLater(strictAjv, schema);

/** Compiles a schema when first something is validated by it: most processes serve some operations only. */
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
 * Validates bodies strictly (a number is not a string, an unknown field is an error) and reads query and path texts as
 * what their schema says. All problems of a request are reported at once.
 */
export function validateRequests(app: App): void {
  const strict = strictAjv();
  const lenient = withFormats(new Ajv({ ...OPTIONS, coerceTypes: true }));
  app.setValidatorCompiler(({ schema, httpPart }) =>
    compiledLater(() => (httpPart === 'body' ? strict : lenient), schema as AnySchema),
  );
}

/** The usual formats; times are those that can be stored, leap seconds and the year 0 not among them. */
function withFormats(ajv: Ajv): Ajv {
  return formats.default(ajv).addFormat('date-time', isTime);
}
