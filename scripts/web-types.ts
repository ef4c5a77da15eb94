import { registerHooks } from 'node:module';

const HEAD = '// Written by "npm run generate" from openapi.json.\n\n';

/** Removes descriptions and examples from the document, which would be repeated in the types. */
const silent = (document: string): string =>
  JSON.stringify(JSON.parse(document), (name, value: unknown) =>
    ['description', 'summary', 'example', 'examples'].includes(name) && typeof value !== 'object' ? undefined : value,
  );

/**
 * Generates the dashboard's types of the API from its document, as TypeScript text.
 *
 * openapi-typescript prints with TypeScript's JavaScript API, which TypeScript 7 no longer has. It gets the last
 * version with that API (the package `typescript-5`).
 */
export async function webTypes(document: string): Promise<string> {
  const hooks = registerHooks({
    resolve: (specifier, context, next) => next(specifier === 'typescript' ? 'typescript-5' : specifier, context),
  });
  try {
    const { default: openapiTS, astToString } = await import('openapi-typescript');
    return HEAD + astToString(await openapiTS(silent(document)));
  } finally {
    hooks.deregister();
  }
}
