import type { FastifyReply, FastifyRequest } from 'fastify';
import { timingSafeEqual } from 'node:crypto';
import { Type } from 'typebox';
import { operationsOf } from '../http/operations.ts';
import { baseUrlOf } from '../http/own-origin.ts';
import { oauthCookieOf, setOauthCookie, setSessionCookie } from '../http/session-cookie.ts';
import type { ApiOptions, App } from '../http/types.ts';
import { CodeHostParams, Strict, text } from '../schemas/common.ts';
import { AppError } from '../../base/errors.ts';
import type { Services } from '../../services/services.ts';
import type { CodeHostSignIn, OAuthState } from '../../services/sessions/code-host.ts';
import { newSecret } from '../../services/sessions/secret.ts';
import { type PersonSignedIn, signInPerson, type SignInProblem } from '../../services/sessions/sign-in-person.ts';

/** A path of this server that no browser reads as another site's. */
const OWN_PATH = '^/(?![/\\\\])[^\\\\\\u0000-\\u0020\\u007f]*$';
/** The longest path in the cookie, in bytes. */
const MAX_PATH_BYTES = 1500;

const AuthorizeQuery = Strict({
  return_to: Type.Optional(
    text('The path of this server to come back to; default `/`', '/o/org_0V3mKq8ZxYbD2nR5tW7uAe/incidents', {
      maxLength: 1000,
      pattern: OWN_PATH,
    }),
  ),
});

const printable = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ maxLength, pattern: '^[\\x21-\\x7e]*$', description }));

const CallbackQuery = Type.Object({
  code: printable(500, 'The authorization code of GitHub'),
  state: printable(500, 'The OAuth state of the authorization'),
  error: printable(200, 'Why GitHub gives none'),
});

/** Throws 404 for an unknown code host; 409 where its App cannot sign people in. */
function signInWith({ signIns, codehosts }: Pick<Services, 'signIns' | 'codehosts'>, name: string): CodeHostSignIn {
  if (!codehosts.has(name)) throw new AppError('not_found', 'There is no such code host.');
  const host = signIns.get(name);
  if (!host)
    throw new AppError(
      'not_configured',
      'Nobody can sign in with GitHub here: the server has no client id and secret of its App (docs/github.md).',
    );
  return host;
}

const redirectUriOf = (base: string, codehost: string): string => `${base}/api/v1/session/${codehost}/callback`;

/** The cookie of the browser between authorization and callback. */
type CookieState = Pick<OAuthState, 'state' | 'verifier'> & { returnTo: string };

/** A new state that returns to the path, or to `/` if a cookie cannot hold the path. */
const newState = (path: string): CookieState => ({
  state: newSecret(),
  verifier: newSecret(),
  returnTo: Buffer.byteLength(path) > MAX_PATH_BYTES ? '/' : path,
});

const writeState = ({ state, verifier, returnTo }: CookieState): string =>
  `${state}.${verifier}.${Buffer.from(returnTo).toString('base64url')}`;

/** Undefined for a text that `writeState` did not write. */
function readState(text: string | undefined): CookieState | undefined {
  const [, state, verifier, path] = /^([0-9A-Za-z]{43})\.([0-9A-Za-z]{43})\.([\w-]{0,2000})$/.exec(text ?? '') ?? [];
  if (state === undefined || verifier === undefined || path === undefined) return undefined;
  const returnTo = Buffer.from(path, 'base64url').toString();
  return { state, verifier, returnTo: new RegExp(OWN_PATH, 'u').test(returnTo) ? returnTo : '/' };
}

/** Whether the callback's state is that of the browser's cookie. */
function isSame(received: string | undefined, { state }: CookieState): boolean {
  const [ours, theirs] = [Buffer.from(state), Buffer.from(received ?? '')];
  return theirs.length === ours.length && timingSafeEqual(theirs, ours);
}

/** The page that explains a failed sign-in, and returns to the same path after a successful one. */
const problemPage = (problem: SignInProblem, to: string): string =>
  `/sign-in?error=${problem}${to === '/' ? '' : `&to=${encodeURIComponent(to)}`}`;

type Callback = { code?: string; state?: string; error?: string };

/** Reports only a code: a code host's texts do not belong in URLs. */
function refusalOf({ error, code }: Callback): SignInProblem | undefined {
  if (error === 'access_denied') return 'denied';
  if (error !== undefined) return 'misconfigured';
  return code === undefined ? 'state_mismatch' : undefined;
}

/** Sign-in with the code host: OAuth's authorization and callback, with PKCE. */
export function codeHostSignInRoutes(app: App, { services, http = {} }: ApiOptions): void {
  async function signIn(request: FastifyRequest, codehost: string, callback: Callback) {
    const host = signInWith(services, codehost);
    const kept = readState(oauthCookieOf(request, http));
    if (!kept || !isSame(callback.state, kept)) return { outcome: 'state_mismatch' as const, returnTo: '/' };
    const refusal = refusalOf(callback);
    if (refusal !== undefined) return { outcome: refusal, returnTo: kept.returnTo };
    const oauth = { ...kept, redirectUri: redirectUriOf(baseUrlOf(request, http.publicUrl), codehost) };
    const context = {
      store: services.store,
      request_id: request.id,
      onProblem: (error: unknown) => request.log.warn({ err: error }, 'the code host did not help somebody to sign in'),
    };
    const outcome = await signInPerson(context, host, { code: callback.code ?? '', oauth }).catch((error: unknown) => {
      request.log.error({ err: error }, 'somebody could not sign in');
      return 'unavailable' as const;
    });
    return { outcome, returnTo: kept.returnTo };
  }

  function redirect(request: FastifyRequest, reply: FastifyReply, outcome: PersonSignedIn | SignInProblem, to: string) {
    setOauthCookie(reply, http, undefined);
    if (typeof outcome === 'string') return reply.redirect(problemPage(outcome, to), 302);
    const { secret, session } = outcome;
    request.log.info({ session: session.id, as: 'person' }, 'signed in');
    setSessionCookie(reply, http, { secret, expires_at: session.expires_at });
    // A header can only contain these characters; encoding the others keeps the URL's meaning.
    const address = to.replaceAll(/[^\x21-\x7e]+/gu, encodeURIComponent);
    return reply.redirect(address, 302);
  }

  const { route } = operationsOf(app, 'sessions');

  route('signInWithGitHub', 'GET /api/v1/session/:codehost', 'public', {
    limits: 'address',
    summary: 'Sign in with GitHub',
    description: 'For browsers: leads to GitHub, which leads back to the callback.',
    params: CodeHostParams,
    query: AuthorizeQuery,
    success: { 302: Type.Null({ description: 'To GitHub; a cookie of ten minutes identifies the returning browser' }) },
    errors: [409],
    call: (_ctx, { codehost, return_to = '/' }, { request, reply }) => {
      const host = signInWith(services, codehost);
      const state = newState(return_to);
      setOauthCookie(reply, http, writeState(state));
      const redirectUri = redirectUriOf(baseUrlOf(request, http.publicUrl), codehost);
      return reply.redirect(host.authorizeUrl({ ...state, redirectUri }), 302);
    },
  });
  route('finishSignInWithGitHub', 'GET /api/v1/session/:codehost/callback', 'public', {
    limits: 'address',
    summary: 'Where GitHub leads back to',
    description:
      'Creates a session of 8 hours with the access that GitHub grants the person, as a cookie, and redirects to the requested path, or to `/sign-in?error=` with the reason: `denied`, `state_mismatch`, `no_organizations`, `codehost_unavailable`, `misconfigured` or `unavailable`.',
    params: CodeHostParams,
    query: CallbackQuery,
    success: { 302: Type.Null({ description: 'To a page of this server' }) },
    errors: [409],
    call: async (_ctx, { codehost, ...callback }, { request, reply }) => {
      const { outcome, returnTo } = await signIn(request, codehost, callback);
      return redirect(request, reply, outcome, returnTo);
    },
  });
}
