import type { App } from '../src/api/http/types.ts';

export type Method = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'OPTIONS';

/** One operation of the API. */
export type Operation = {
  method: Method;
  /** As it is registered: `/api/v1/orgs/:org_id/keys`. */
  path: string;
  /** Absent for one that the OpenAPI document does not have. */
  described?: {
    security: object[] | undefined;
    description: string | undefined;
    example: unknown;
    /** The content type of a body; undefined where it takes none. */
    type: string | undefined;
    /** The names of what may stand in the query, and in the body at its top. */
    query: string[];
    body: string[];
  };
};

/** The adapters that are tested with, by the parameter that names them in paths. */
const ADAPTERS: Readonly<Record<string, string>> = { cloud: 'aws', codehost: 'github' };

type Referable = { $ref?: string };
type Schema = Referable & { properties?: Record<string, unknown> };
type Media = { example?: unknown; schema?: Schema };
type Described = {
  security?: object[];
  description?: string;
  parameters?: (Referable & { in?: string; name?: string })[];
  requestBody?: { content?: Record<string, Media> };
};
type Document = { paths?: Record<string, Record<string, Described>> };

/** Resolves a reference within the document; returns any other value unchanged. */
function resolved<T extends Referable>(document: object, given: T): T {
  if (given.$ref === undefined) return given;
  const steps = given.$ref.replace('#/', '').split('/');
  return steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], document) as T;
}

function describedAs(document: Document, operation: Described): NonNullable<Operation['described']> {
  const { security, description, parameters = [], requestBody } = operation;
  const [type] = Object.keys(requestBody?.content ?? {});
  const media = requestBody?.content?.['application/json'];
  const inQuery = parameters.map((one) => resolved(document, one)).filter((one) => one.in === 'query');
  return {
    security,
    description,
    example: media?.example,
    type,
    query: inQuery.map(({ name = '' }) => name),
    body: Object.keys(resolved(document, media?.schema ?? {}).properties ?? {}),
  };
}

/** Fills the adapters in, and with `fill` the other parameters. */
export function pathOf(path: string, fill: (name: string) => string): string {
  return path.replace(/:(\w+)/g, (_, name: string) => ADAPTERS[name] ?? fill(name));
}

/** Every path and method that Fastify knows, hidden ones too; what only refuses a method is among them. */
function routesOf(app: App): { method: Method; path: string }[] {
  const above: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods] = /^((?:│ {3}| {4})*)[├└]── (.*?)(?: \((.*)\))?$/.exec(line) ?? [];
      if (part === '') return [];
      const depth = indent.length / 4;
      above.splice(depth, above.length, part);
      const path = above.join('');
      return (methods?.split(', ') ?? []).map((method) => ({ method: method as Method, path }));
    });
}

/**
 * Every operation there is, from Fastify's own list of routes, so that none can be left out by not being described. HEAD
 * stands beside every GET and is not listed; nor are routes that only say 405.
 */
export async function listOperations(app: App): Promise<Operation[]> {
  return (await listRoutes(app)).filter(isOperation);
}

/** Routes beside the API: pages for people. */
export async function listPages(app: App): Promise<Operation[]> {
  return (await listRoutes(app)).filter((route) => !isOperation(route) && route.method === 'GET');
}

const isOperation = ({ path }: Operation) => path.startsWith('/api/');

async function listRoutes(app: App): Promise<Operation[]> {
  const document = app.swagger() as Document;
  const { paths = {} } = document;
  const operations: Operation[] = [];
  for (const { method, path } of routesOf(app)) {
    const named = paths[pathOf(path, (name) => `{${name}}`)] ?? paths[path.replace(/:(\w+)/g, '{$1}')];
    const found = named?.[method.toLowerCase()];
    if (found) operations.push({ method, path, described: describedAs(document, found) });
    else if (method !== 'HEAD' && !(await refuses(app, method, path))) operations.push({ method, path });
  }
  return operations;
}

async function refuses(app: App, method: Method, path: string): Promise<boolean> {
  const answer = await app.inject({ method, url: pathOf(path, () => 'x') });
  return answer.statusCode === 405;
}
