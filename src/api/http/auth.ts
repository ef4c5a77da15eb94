import type { FastifyRequest } from 'fastify';
import { AppError } from '../../base/errors.ts';
import { isOrganizationId } from '../../base/ids.ts';
import { requireOperator, requireScope, type Ctx } from '../../services/base/context.ts';
import { authenticate, refused, createKeyLookup } from '../../services/keys/authenticate.ts';
import { idByLogin } from '../../services/access/organization.ts';
import { requireFullAccess } from '../../services/access/scope.ts';
import { authenticateSession, createSessionLookUp } from '../../services/sessions/authenticate.ts';
import { requireOwnOrigin } from './own-origin.ts';
import { sessionSecretOf } from './session-cookie.ts';
import type { ApiOptions, App, Caller } from './types.ts';

function isOpen(request: FastifyRequest): boolean {
  return request.is404 || request.routeOptions.config.access === 'public';
}

/**
 * Identifies the caller before all other checks; refuses nobody. Checks a key or session wherever one is sent, since its
 * limits also apply to public operations; exempt routes check nothing.
 */
export function identify(app: App, { services, operatorHash, http = {} }: ApiOptions): void {
  const { store } = services;
  const keys = { store, lookUp: createKeyLookup(store) };
  const sessions = { store, lookUp: createSessionLookUp(store) };

  async function authenticated(request: FastifyRequest, secret: string | undefined): Promise<Caller> {
    const { authorization } = request.headers;
    if (authorization !== undefined || secret === undefined)
      return { kind: 'identified', principal: await authenticate(keys, operatorHash, authorization) };
    const session = await authenticateSession(sessions, operatorHash, secret, organizationOf(request));
    return session ? { kind: 'identified', ...session } : { kind: 'refused', error: refused() };
  }

  async function callerOf(request: FastifyRequest): Promise<Caller> {
    const { authorization } = request.headers;
    const open = isOpen(request);
    const secret = sessionSecretOf(request, http);
    const sendsNone = authorization === undefined && secret === undefined;
    if (open && (sendsNone || request.routeOptions.config.limits === 'exempt')) return { kind: 'anonymous' };
    try {
      return await authenticated(request, secret);
    } catch (error) {
      if (error instanceof AppError && error.code === 'unauthenticated') return { kind: 'refused', error };
      // The database is unavailable, but this operation does not need it.
      if (open) return { kind: 'anonymous' };
      throw error;
    }
  }
  app.decorateRequest('caller');
  app.addHook('onRequest', async (request) => {
    request.caller = await callerOf(request);
  });
}

/** The organization of a call by a person with several: from the path, or else from a header. */
function organizationOf({ params, headers }: FastifyRequest): string | undefined {
  const { org_id } = (params ?? {}) as { org_id?: string };
  return org_id ?? headers['plumbline-organization']?.toString();
}

function refuseUndecided(undecided: 'unnamed' | 'foreign'): never {
  if (undecided === 'foreign') throw new AppError('not_found', 'No such organization.');
  throw new AppError(
    'bad_request',
    'You belong to several organizations: say which one with the header Plumbline-Organization.',
  );
}

/** The form of a code host's login; other texts are not looked up in the database. */
const LOGIN = /^[A-Za-z0-9_.-]{1,100}$/;

/** The path or query fields that name an organization by login instead of id. */
const namesIn = ({ params, query }: FastifyRequest): { org_id: string }[] =>
  ([params, query] as { org_id?: unknown }[]).filter(
    (fields): fields is { org_id: string } =>
      typeof fields?.org_id === 'string' && LOGIN.test(fields.org_id) && !isOrganizationId(fields.org_id),
  );

/** Replaces logins of organizations in path and query with ids: use cases accept only ids. */
async function resolveLogins(ctx: Ctx, names: readonly { org_id: string }[]): Promise<void> {
  for (const fields of names) fields.org_id = (await idByLogin(ctx, fields.org_id)) ?? fields.org_id;
}

/**
 * Checks access before a body is read. A route without `config.access` fails the start, so that no route is open by
 * mistake. A session may change something only from a page of this server (CSRF).
 */
export function guard(app: App, { services, http = {} }: ApiOptions): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.access === undefined)
      throw new Error(`${String(route.method)} ${route.url} does not say who may call it`);
  });
  app.decorateRequest('ctx');
  app.addHook('onRequest', (request, _reply, done) => {
    check(request);
    const names = namesIn(request);
    const isKnown = names.length === 0 || request.routeOptions.config.access === 'public' || request.is404;
    // Most calls name an id and need no lookup.
    if (!isKnown) return resolveLogins(request.ctx, names);
    done();
    return undefined;
  });

  function check(request: FastifyRequest): void {
    const { caller } = request;
    const { access } = request.routeOptions.config;
    if (caller.kind === 'identified' && caller.session) requireOwnOrigin(request, http);
    if (access === 'public' || request.is404) return;
    if (caller.kind === 'refused') throw caller.error;
    if (caller.kind === 'anonymous') throw new Error('a route that needs a key was reached without one');
    if (caller.session?.undecided !== undefined) refuseUndecided(caller.session.undecided);
    request.ctx = { ...services, principal: caller.principal, request_id: request.id };
    if (access === 'operator') requireOperator(request.ctx);
    else requireScope(request.ctx, access);
    if (request.routeOptions.config.members === undefined) requireFullAccess(request.ctx);
  }
}
