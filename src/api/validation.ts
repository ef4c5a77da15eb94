import { Ajv } from 'ajv';
import formats from 'ajv-formats';
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
  const strict = formats.default(new Ajv({ ...options, coerceTypes: false }));
  const lenient = formats.default(new Ajv({ ...options, coerceTypes: true }));
  app.setValidatorCompiler(({ schema, httpPart }) =>
    (httpPart === 'body' ? strict : lenient).compile(schema as Record<string, unknown>),
  );
}
