import type { App } from '../src/api/types.ts';

export type Method = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'OPTIONS';

/** One operation of the API. */
export type Operation = {
  method: Method;
  /** As it is registered: `/api/v1/orgs/:org_id/keys`. */
  path: string;
  /** Absent for one that the OpenAPI document does not have. */
  described?: { security: object[] | undefined; description: string | undefined; example: unknown };
};

/** The adapters that are tested with, by the parameter that names them in paths. */
const ADAPTERS: Readonly<Record<string, string>> = { cloud: 'aws', codehost: 'github' };

type Media = { example?: unknown };
type Described = { security?: object[]; description?: string; requestBody?: { content?: Record<string, Media> } };

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
  const { paths = {} } = app.swagger() as { paths?: Record<string, Record<string, Described>> };
  const operations: Operation[] = [];
  for (const { method, path } of routesOf(app)) {
    const named = paths[pathOf(path, (name) => `{${name}}`)] ?? paths[path.replace(/:(\w+)/g, '{$1}')];
    const found = named?.[method.toLowerCase()];
    if (found) {
      const { security, description, requestBody } = found;
      const example = requestBody?.content?.['application/json']?.example;
      operations.push({
        method,
        path,
        described: { security, description, example },
      });
    } else if (method !== 'HEAD' && !(await refuses(app, method, path))) operations.push({ method, path });
  }
  return operations;
}

async function refuses(app: App, method: Method, path: string): Promise<boolean> {
  const answer = await app.inject({ method, url: pathOf(path, () => 'x') });
  return answer.statusCode === 405;
}
