import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { operationsOf } from '../http/operations.ts';
import { baseUrlOf, refuseForeignOrigin } from '../http/own-origin.ts';
import { clearSessionCookie, sessionSecretOf, setSessionCookie } from '../http/session-cookie.ts';
import type { ApiOptions, App, Caller, HttpOptions } from '../http/types.ts';
import { Scope } from './keys.ts';
import { Nullable, oneOf, PageQuery, Strict, Time, text, Named, described } from '../schemas/common.ts';
import { AppError } from '../../base/errors.ts';
import type { Services } from '../../services/services.ts';
import type { Session as KnownSession } from '../../services/sessions/authenticate.ts';
import { describeSession } from '../../services/sessions/describe.ts';
import { listOperatorsSessions, listSessions } from '../../services/sessions/list.ts';
import { revokeOperatorSession, revokeSession, signOut } from '../../services/sessions/end.ts';
import { makeSessionLink, signInByLink, signInWithKey } from '../../services/sessions/sign-in.ts';

const Scopes = Type.Array(Type.String({ examples: ['read'] }), { description: 'Its scopes: read < write < admin' });

/** A text that a header can contain. */
const Printable = { minLength: 1, maxLength: 200, pattern: '^[\\x21-\\x7e]+$' };

export const SignIn = Strict(
  {
    key: Type.Optional(Type.String({ ...Printable, description: 'An API key, or the operator key' })),
    link: Type.Optional(
      Type.String({
        ...Printable,
        description: 'Instead of a key: the text behind `#link=` in a link',
      }),
    ),
    scopes: Type.Optional(
      Type.Array(Scope, { minItems: 1, maxItems: 3, description: 'Fewer than the key has; not for the operator' }),
    ),
  },
  {
    title: 'SignIn',
    description: 'Either a key or a link',
    examples: [{ key: 'plk_example' }],
    oneOf: [{ required: ['key'] }, { required: ['link'] }],
  },
);

const Ways = Type.Object({
  github: Type.Boolean({ description: 'Whether people can sign in with GitHub', examples: [false] }),
});

const SignedOut = Named('SignedOut', 'Nobody is signed in', { signed_in: Type.Literal(false), ways: Ways });

const SessionId = Type.String({ examples: ['ses_0V3mKq8ZxYbD2nR5tW7uAe'] });

const SignedIn = Named('SignedIn', {
  signed_in: Type.Literal(true),
  ways: Ways,
  session: Type.Object({
    id: SessionId,
    kind: oneOf(['operator', 'key', 'person']),
    name: text('Of the key or the person', 'ci'),
    login: Type.Optional(Type.String({ description: 'The login at the code host' })),
    scopes: Scopes,
    expires_at: Time,
  }),
  organizations: Type.Array(
    Type.Object({
      id: Type.String({ examples: ['org_0V3mKq8ZxYbD2nR5tW7uAe'] }),
      name: Type.String({ examples: ['acme'] }),
      scopes: Scopes,
    }),
    { description: 'Organizations that may be read; for the operator the 100 newest' },
  ),
});

/** The person or key signed in to this browser. */
export const Session = Type.Union([SignedIn, SignedOut], { title: 'Session' });

export const SessionLink = Named('SessionLink', {
  url: text(
    'Signs in once whoever opens it in a browser. The part behind # is sent to no server',
    'http://127.0.0.1:8080/sign-in#link=…',
  ),
  expires_at: Time,
});

const times = {
  created_at: Time,
  expires_at: Time,
  last_used_at: Nullable(described(Time, 'Exact to a minute')),
  current: Type.Boolean({ description: 'It is the one that asks', examples: [false] }),
};

export const OperatorSession = Named('OperatorSession', { id: SessionId, ...times });

export const OrganizationSession = Named('OrganizationSession', {
  id: SessionId,
  kind: oneOf(['key', 'person']),
  key_id: Nullable(text('The key that it was made of, and ends with; null for a person', 'key_0V3mKq8ZxYbD2nR5tW7uAe')),
  name: text('The name of the key, or the login at the code host', 'ci'),
  hint: Nullable(text('The last four characters of the key', '8Xk2')),
  scopes: Scopes,
  ...times,
});

/** The session of a call; undefined for a call with a key. */
const sessionOf = ({ caller }: FastifyRequest): KnownSession | undefined =>
  caller.kind === 'identified' ? caller.session : undefined;

/**
 * The signed-in caller, for public operations. `over`: the browser still has the cookie of an ended session. Throws 503
 * where that is unknown, so that nobody seems to be signed out who is not.
 */
function signedIn(
  request: FastifyRequest,
  http: HttpOptions,
): Required<Extract<Caller, { kind: 'identified' }>> | 'over' | undefined {
  const { caller } = request;
  if (caller.kind === 'identified') return caller.session && { ...caller, session: caller.session };
  if (sessionSecretOf(request, http) === undefined) return undefined;
  if (caller.kind === 'refused') return 'over';
  throw new AppError('unavailable', 'The database is not available at the moment; try again.', { retryAfter: 5 });
}

/** The ways to sign in besides a key. */
const waysOf = ({ signIns }: Pick<Services, 'signIns'>) => ({ github: signIns.has('github') });

export function sessionRoutes(app: App, { services, operatorHash, http = {} }: ApiOptions): void {
  const { route } = operationsOf(app, 'sessions');

  route('getSession', 'GET /api/v1/session', 'public', {
    summary: 'Who is signed in in this browser',
    success: { 200: Session },
    call: async (_ctx, _input, { request, reply }) => {
      const signedInAs = signedIn(request, http);
      if (signedInAs === 'over') clearSessionCookie(reply, http);
      if (signedInAs === undefined || signedInAs === 'over')
        return { signed_in: false as const, ways: waysOf(services) };
      return { signed_in: true as const, ways: waysOf(services), ...(await describeSession(services, signedInAs)) };
    },
  });
  route('createSession', 'POST /api/v1/session', 'public', {
    limits: 'address',
    summary: 'Sign in',
    description:
      'Exchanges a key, or a link that works once, for a session of 8 hours in a cookie that no script reads. It ends with the key. Attempts draw on the limit of the address that they come from.',
    body: SignIn,
    success: { 201: Session },
    errors: [401, 403],
    call: async (_ctx, { key, link = '', scopes }, { request, reply }) => {
      refuseForeignOrigin(request, http);
      const context = { store: services.store, operatorHash, request_id: request.id };
      const { principal, session, secret } =
        key === undefined
          ? await signInByLink(context, { link, scopes })
          : await signInWithKey(context, { key, scopes });
      request.log.info({ session: session.id, as: principal.kind }, 'signed in');
      setSessionCookie(reply, http, { secret, expires_at: session.expires_at });
      const described = await describeSession(services, { principal, session });
      return { signed_in: true as const, ways: waysOf(services), ...described };
    },
  });
  route('endSession', 'DELETE /api/v1/session', 'public', {
    summary: 'Sign out',
    description: 'Ends the session of this browser, and those that were opened by links from it.',
    success: { 204: Type.Null({ description: 'Nobody is signed in any more' }) },
    errors: [403],
    call: async (_ctx, _input, { request, reply }) => {
      const signedInAs = signedIn(request, http);
      if (signedInAs && signedInAs !== 'over')
        await signOut({ ...services, principal: signedInAs.principal, request_id: request.id }, signedInAs.session);
      clearSessionCookie(reply, http);
    },
  });
  route('createSessionLink', 'POST /api/v1/session/links', 'read', {
    summary: 'Create a sign-in link',
    description:
      'It opens the dashboard as the holder of this key, or of this session, once and within 5 minutes. A session that is opened from a session ends with it.',
    success: { 201: SessionLink },
    call: async (ctx, _input, { request }) => {
      const { token, expires_at } = await makeSessionLink(ctx, { operatorHash, session: sessionOf(request) });
      const url = `${baseUrlOf(request, http.publicUrl)}/sign-in#link=${token}`;
      return { url, expires_at: expires_at.toISOString() };
    },
  });
}

/** Operations on other people's sessions: list them, and end them. */
export function openSessionRoutes(app: App, { operatorHash }: ApiOptions): void {
  const ofOrganization = operationsOf(app, 'sessions');
  const ofInstance = operationsOf(app, 'operator');

  ofOrganization.list('listSessions', 'GET /api/v1/orgs/:org_id/sessions', 'admin', {
    summary: 'Who is signed in to an organization',
    query: PageQuery,
    items: OrganizationSession,
    call: (ctx, input, { request }) => listSessions(ctx, { ...input, session: sessionOf(request) }),
  });
  ofOrganization.route('revokeSession', 'DELETE /api/v1/orgs/:org_id/sessions/:session_id', 'admin', {
    summary: 'End a session',
    description: 'Ends it at once, and those that were opened by links from it.',
    success: { 204: Type.Null({ description: 'Ended' }) },
    call: revokeSession,
  });
  ofInstance.list('listOperatorSessions', 'GET /api/v1/operator/sessions', 'operator', {
    summary: 'Where the operator is signed in',
    query: PageQuery,
    items: OperatorSession,
    call: (ctx, input, { request }) =>
      listOperatorsSessions(ctx, { ...input, operatorHash, session: sessionOf(request) }),
  });
  ofInstance.route('revokeOperatorSession', 'DELETE /api/v1/operator/sessions/:session_id', 'operator', {
    summary: 'End a session of the operator',
    description: 'Ends it at once, and those that were opened by links from it. The audit log of the instance has it.',
    success: { 204: Type.Null({ description: 'Ended' }) },
    call: async (ctx, { session_id }, { request }) => {
      await revokeOperatorSession(ctx, { operatorHash, session_id });
      request.log.info({ session: session_id, as: 'operator' }, 'session ended');
    },
  });
}
