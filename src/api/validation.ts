import { Ajv } from 'ajv';
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

/** What bodies are validated with. */
export function strictAjv(): Ajv {
  return withFormats(new Ajv({ ...OPTIONS, coerceTypes: false }));
}

/**
 * Validates bodies strictly (a number is not a string, an unknown field is an error) and reads query and path texts as
 * what their schema says. All problems of a request are told at once.
 */
export function validateRequests(app: App): void {
  const strict = strictAjv();
  const lenient = withFormats(new Ajv({ ...OPTIONS, coerceTypes: true }));
  app.setValidatorCompiler(({ schema, httpPart }) =>
    (httpPart === 'body' ? strict : lenient).compile(schema as Record<string, unknown>),
  );
}

/** The usual formats; times are those that can be stored, leap seconds and the year 0 not among them. */
function withFormats(ajv: Ajv): Ajv {
  return formats.default(ajv).addFormat('date-time', isTime);
}
