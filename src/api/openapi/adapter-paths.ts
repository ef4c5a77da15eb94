import type { Document, Operation } from './document.ts';

/**
 * The names of adapters in paths. The document has them as literals: a template would also match sibling paths
 * (`/orgs/{org_id}/{cloud}` and `/orgs/{org_id}/keys`), and OpenAPI defines no order for these.
 */
const ADAPTERS: Record<string, string> = { cloud: 'aws', codehost: 'github' };

function without(operation: Operation, names: string[]): Operation {
  const parameters = operation.parameters?.filter(
    ({ in: where, name = '' }) => where !== 'path' || !names.includes(name),
  );
  const { parameters: _, ...rest } = operation;
  return parameters && parameters.length > 0 ? { ...rest, parameters } : rest;
}

/** Replaces the adapters' parameters in a document's paths with their names, and sorts the paths. */
export function spellOutAdapters(document: Document): void {
  const paths: NonNullable<Document['paths']> = {};
  for (const [path, methods] of Object.entries(document.paths ?? {})) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).filter((name) => name in ADAPTERS);
    const spelled = path.replace(/\{(\w+)\}/g, (whole, name: string) => ADAPTERS[name] ?? whole);
    const operations = Object.entries(methods).map(([method, one]) => [method, without(one, names)] as const);
    paths[spelled] = { ...paths[spelled], ...Object.fromEntries(operations) };
  }
  document.paths = Object.fromEntries(Object.entries(paths).toSorted(([a], [b]) => a.localeCompare(b, 'en')));
}
