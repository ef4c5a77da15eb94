import type { HTTPMethods } from 'fastify';
import { AppError } from '../base/errors.ts';
import type { App } from './types.ts';

const METHODS: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY'];

/**
 * Makes a path that exists answer 405 with `Allow` for the methods that it lacks; Fastify alone would say 404. Collects
 * the routes as they are added; call the returned function after the last one.
 */
export function refuseOtherMethods(app: App): () => void {
  const known = new Map<string, Set<string>>();
  app.addHook('onRoute', (route) => {
    const methods = known.get(route.url) ?? new Set<string>();
    for (const method of [route.method].flat()) methods.add(method);
    known.set(route.url, methods);
  });
  return () => {
    for (const [url, methods] of Array.from(known)) {
      const missing = METHODS.filter((method) => !methods.has(method));
      const allow = [...methods].join(', ');
      if (missing.length === 0) continue;
      app.route({
        method: missing,
        url,
        config: { access: 'public' },
        schema: { hide: true },
        onRequest: async (request, reply) => {
          void reply.header('Allow', allow);
          throw new AppError('method_not_allowed', `${request.method} is not possible here; allowed: ${allow}.`);
        },
        handler: () => undefined,
      });
    }
  };
}
