import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { isTime } from './times.ts';
import type { App } from './types.ts';

/**
 * Validates bodies strictly (a number is not a string, an unknown field is an error) and reads query and path texts as
 * what their schema says. All problems of a request are told at once.
 */
export function validateRequests(app: App): void {
  const options = {
    allErrors: true,
    useDefaults: true,
    removeAdditional: false,
    strict: false,
    verbose: true,
  } as const;
  const strict = withFormats(new Ajv({ ...options, coerceTypes: false }));
  const lenient = withFormats(new Ajv({ ...options, coerceTypes: true }));
  app.setValidatorCompiler(({ schema, httpPart }) =>
    (httpPart === 'body' ? strict : lenient).compile(schema as Record<string, unknown>),
  );
}

/** The usual formats; times are those that can be stored, leap seconds and the year 0 not among them. */
function withFormats(ajv: Ajv): Ajv {
  return formats.default(ajv).addFormat('date-time', isTime);
}
