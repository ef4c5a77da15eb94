import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { operationsOf, resolve, type Document, type Schema } from '../../src/api/openapi/document.ts';
import { composeExample, mediaOf } from '../../src/api/openapi/examples.ts';

const CAMEL_CASE = /^[a-z]+(?:[A-Z][a-z0-9]*)*$/;
const SNAKE_CASE = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;

function operationProblems(document: Document): string[] {
  const declared = new Set(document.tags?.map(({ name }) => name));
  return operationsOf(document).flatMap(({ name, operation: { operationId = '', summary = '', tags = [] } }) => [
    ...(CAMEL_CASE.test(operationId) ? [] : [`${name}: the operationId "${operationId}" is not camelCase`]),
    ...(summary === '' || summary.endsWith('.') ? [`${name}: give it a summary, without a full stop`] : []),
    ...(tags.length === 1 ? [] : [`${name}: give it exactly one tag`]),
    ...tags
      .filter((tag) => !declared.has(tag))
      .map((tag) => `${name}: describe its tag "${tag}" in src/api/openapi/tags.ts`),
  ]);
}

/** Request and response bodies need a title, so that generated clients have a type for them. */
function namingProblems(document: Document): string[] {
  const isNamed = ({ $ref, type, items, properties }: Schema): boolean =>
    $ref !== undefined || (type === 'array' ? items !== undefined && isNamed(items) : properties === undefined);
  return mediaOf(document)
    .filter(({ media }) => !isNamed(media.schema))
    .map(({ name }) => `${name}: give its schema a title, by which it is named among the components`);
}

function fieldProblems(document: Document): string[] {
  const names = Object.entries(document.components?.schemas ?? {}).flatMap(([title, schema]) =>
    Object.keys(schema.properties ?? {}).map((field) => ({ title, field })),
  );
  return names
    .filter(({ field }) => !SNAKE_CASE.test(field))
    .map(({ title, field }) => `${title}: its field "${field}" is not snake_case`);
}

/** Every JSON request and response body needs an example that matches its schema. */
function exampleProblems(document: Document): string[] {
  const ajv = formats.default(new Ajv2020({ strict: false, allErrors: true }));
  ajv.addSchema(document, 'openapi');
  const pointing = (schema: Schema) => JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/')) as Schema;
  return mediaOf(document).flatMap(({ name, media }) => {
    if (media.examples !== undefined) return [];
    if (media.example === undefined)
      return composeExample(document, media.schema, name).lacking.map(
        (field) => `${field} has no example: give its schema "examples: [...]"`,
      );
    const fits = ajv.compile(pointing(media.schema));
    return fits(media.example)
      ? []
      : (fits.errors ?? []).map((error) => `${name}: the example does not fit: ${error.instancePath} ${error.message}`);
  });
}

/**
 * Text parameters of a query need a pattern of allowed characters, without NUL, which generated requests would contain.
 */
function queryProblems(document: Document): string[] {
  return operationsOf(document).flatMap(({ name, operation }) =>
    (operation.parameters ?? [])
      .map((parameter) => resolve(document, parameter))
      .filter((parameter) => parameter.in === 'query')
      .filter(({ schema }) => {
        const { type, pattern, format, enum: values } = resolve(document, schema ?? {});
        return type === 'string' && pattern === undefined && format === undefined && values === undefined;
      })
      .map((parameter) => `${name}: give its query "${parameter.name}" a pattern: ANY_TEXT, if all of them will do`),
  );
}

/** Responses need a description, from the route or for their status. */
function answerProblems(document: Document): string[] {
  return operationsOf(document).flatMap(({ name, operation }) =>
    Object.entries(operation.responses ?? {})
      .map(([status, response]) => ({ status, description: resolve(document, response).description ?? '' }))
      .filter(({ description }) => description === '' || description === 'Default Response')
      .map(({ status }) => `${name}: give its answer ${status} a description`),
  );
}

/** Rules beyond the public rule sets; one line for each problem. */
export function houseProblems(document: Document): string[] {
  const rules = [operationProblems, namingProblems, fieldProblems, answerProblems, queryProblems, exampleProblems];
  return [...new Set(rules.flatMap((rule) => rule(document)))];
}
