import type { FastifyRequest } from 'fastify';
import { AppError } from '../base/errors.ts';
import { requireOperator, requireScope } from '../services/context.ts';
import { authenticate } from '../services/keys/authenticate.ts';
import { createKeyLookup } from '../services/keys/look-up.ts';
import type { ApiOptions, App, Caller } from './types.ts';

function isOpen(request: FastifyRequest): boolean {
  return request.is404 || request.routeOptions.config.access === 'public';
}

/**
 * Finds out who calls, before anything else is decided; refuses nobody. A key is looked at wherever one is sent, since
 * calls that need none draw on its limits too; exempt routes look at nothing.
 */
export function identify(app: App, { services, operatorHash }: ApiOptions): void {
  const { store } = services;
  const lookUp = createKeyLookup(store);
  async function callerOf(request: FastifyRequest): Promise<Caller> {
    const { authorization } = request.headers;
    const open = isOpen(request);
    if (open && (authorization === undefined || request.routeOptions.config.limits === 'exempt'))
      return { kind: 'nobody' };
    try {
      return { kind: 'known', principal: await authenticate({ store, lookUp }, operatorHash, authorization) };
    } catch (error) {
      if (error instanceof AppError && error.code === 'unauthenticated') return { kind: 'refused', error };
      // The database is away, and this needs none of it.
      if (open) return { kind: 'nobody' };
      throw error;
    }
  }
  app.decorateRequest('caller');
  app.addHook('onRequest', async (request) => {
    request.caller = await callerOf(request);
  });
}

/**
 * Lets nobody in whom the route does not name: runs before a body is read. A route without `config.access` does not
 * come up at all, so that none is open by having been forgotten.
 */
export function guard(app: App, { services }: ApiOptions): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.access === undefined)
      throw new Error(`${String(route.method)} ${route.url} does not say who may call it`);
  });
  app.decorateRequest('ctx');
  app.addHook('onRequest', async (request) => {
    const { caller } = request;
    const { access } = request.routeOptions.config;
    if (access === 'public' || request.is404) return;
    if (caller.kind === 'refused') throw caller.error;
    if (caller.kind === 'nobody') throw new Error('a route that needs a key was reached without one');
    request.ctx = { ...services, principal: caller.principal, request_id: request.id };
    if (access === 'operator') requireOperator(request.ctx);
    else requireScope(request.ctx, access);
  });
}
