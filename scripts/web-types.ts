import { registerHooks } from 'node:module';

const HEAD = '// Written by "npm run generate" from openapi.json.\n\n';

/** A document without what it says to people: their words would be in the types twice over. */
const silent = (document: string): string =>
  JSON.stringify(JSON.parse(document), (name, value: unknown) =>
    ['description', 'summary', 'example', 'examples'].includes(name) && typeof value !== 'object' ? undefined : value,
  );

/**
 * The dashboard's types of the API, made from its document: TypeScript text.
 *
 * openapi-typescript prints by TypeScript's own JavaScript API, which TypeScript has no more since 7: it is given the last
 * one that has it (the package `typescript-5`).
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
