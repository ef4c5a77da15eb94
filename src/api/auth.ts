import type { FastifyRequest } from 'fastify';
import { requireOperator, requireScope } from '../services/context.ts';
import { authenticate } from '../services/keys/authenticate.ts';
import type { ApiOptions, App } from './types.ts';

/**
 * Lets nobody in whom the route does not name: runs before a body is read. A route without `config.access` does not
 * come up at all, so that none is open by having been forgotten.
 */
export function guard(app: App, { services, operatorHash }: ApiOptions): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.access === undefined)
      throw new Error(`${String(route.method)} ${route.url} does not say who may call it`);
  });
  app.addHook('onRequest', async (request: FastifyRequest) => {
    const { access } = request.routeOptions.config;
    if (access === 'public' || request.is404) return;
    const principal = await authenticate(services.store, operatorHash, request.headers.authorization);
    request.ctx = { ...services, principal };
    if (access === 'operator') requireOperator(request.ctx);
    else requireScope(request.ctx, access);
  });
}
