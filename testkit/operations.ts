import type { App } from '../src/api/http/types.ts';

export type Method = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'OPTIONS';

/** One operation of the API. */
export type Operation = {
  method: Method;
  /** The path in Fastify's format: `/api/v1/orgs/:org_id/keys`. */
  path: string;
  /** Absent if the OpenAPI document does not contain the operation. */
  described?: {
    security: object[] | undefined;
    description: string | undefined;
    example: unknown;
    /** The content type of the body; undefined without a body. */
    type: string | undefined;
    /** The names of query parameters, and of the top-level fields of the body. */
    query: string[];
    body: string[];
  };
};

/** The adapters for tests, by their path parameter. */
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

/** Replaces the parameters of a path: adapters by the tested ones, others by `fill`. */
export function pathOf(path: string, fill: (name: string) => string): string {
  return path.replace(/:(\w+)/g, (_, name: string) => ADAPTERS[name] ?? fill(name));
}

/** All paths and methods of Fastify, including hidden ones and those that only refuse a method. */
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
 * All operations, from Fastify's own list of routes, so that undescribed ones are included. HEAD exists for every GET
 * and is left out; so are routes that only respond with 405.
 */
export async function listOperations(app: App): Promise<Operation[]> {
  return (await listRoutes(app)).filter(isOperation);
}

/** Routes outside of the API: pages for people. */
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
