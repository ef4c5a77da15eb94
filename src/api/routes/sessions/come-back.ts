import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { signInPerson, type PersonSignedIn, type SignInProblem } from '../../../services/sessions/sign-in-person.ts';
import { baseUrlOf } from '../../http/own-origin.ts';
import { CodeHostParams, errors } from '../../schemas/common.ts';
import { errandOf, setErrandCookie, setSessionCookie } from '../../http/session-cookie.ts';
import type { ApiOptions, App } from '../../http/types.ts';
import { isSame, problemPage, readKept, redirectUriOf, signInWith } from './at-code-host.ts';

const text = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ maxLength, pattern: '^[\\x21-\\x7e]*$', description }));

const querystring = Type.Object({
  code: text(500, 'What GitHub gives for whoever signs in'),
  state: text(500, 'What the browser was sent with'),
  error: text(200, 'Why GitHub gives none'),
});

type Came = { code?: string; state?: string; error?: string };

/** Says no more than that it failed: the texts of a code host have no place in addresses. */
function refusalOf({ error, code }: Came): SignInProblem | undefined {
  if (error === 'access_denied') return 'denied';
  if (error !== undefined) return 'misconfigured';
  return code === undefined ? 'state_mismatch' : undefined;
}

export function comeBackFromCodeHostRoute(app: App, { services, http = {} }: ApiOptions): void {
  async function signIn(request: FastifyRequest, codehost: string, came: Came) {
    const host = signInWith(services, codehost);
    const kept = readKept(errandOf(request, http));
    if (!kept || !isSame(came.state, kept)) return { outcome: 'state_mismatch' as const, returnTo: '/' };
    const refusal = refusalOf(came);
    if (refusal !== undefined) return { outcome: refusal, returnTo: kept.returnTo };
    const errand = { ...kept, redirectUri: redirectUriOf(baseUrlOf(request, http.publicUrl), codehost) };
    const door = {
      store: services.store,
      request_id: request.id,
      onProblem: (error: unknown) => request.log.warn({ err: error }, 'the code host did not help somebody to sign in'),
    };
    const outcome = await signInPerson(door, host, { code: came.code ?? '', errand }).catch((error: unknown) => {
      request.log.error({ err: error }, 'somebody could not sign in');
      return 'unavailable' as const;
    });
    return { outcome, returnTo: kept.returnTo };
  }

  function lead(request: FastifyRequest, reply: FastifyReply, outcome: PersonSignedIn | SignInProblem, to: string) {
    setErrandCookie(reply, http, undefined);
    if (typeof outcome === 'string') return reply.redirect(problemPage(outcome, to), 302);
    const { secret, session } = outcome;
    request.log.info({ session: session.id, as: 'person' }, 'signed in');
    setSessionCookie(reply, http, { secret, expires_at: session.expires_at });
    // A header holds no other characters, and the address means the same.
    const address = to.replaceAll(/[^\x21-\x7e]+/gu, encodeURIComponent);
    return reply.redirect(address, 302);
  }

  app.get(
    '/api/v1/session/:codehost/callback',
    {
      config: { access: 'public', limits: 'address' },
      schema: {
        operationId: 'finishSignInWithGitHub',
        summary: 'Where GitHub leads back to',
        description:
          'Makes a session of 8 hours of what GitHub lets the person see, as a cookie, and leads to the path that was asked for, or to `/sign-in?error=` with why not: `denied`, `state_mismatch`, `no_organizations`, `codehost_unavailable`, `misconfigured` or `unavailable`.',
        tags: ['sessions'],
        params: CodeHostParams,
        querystring,
        response: {
          302: Type.Null({ description: 'To a page of this server' }),
          ...errors(404, 409, 422),
        },
      },
    },
    async (request, reply) => {
      const { outcome, returnTo } = await signIn(request, request.params.codehost, request.query);
      return lead(request, reply, outcome, returnTo);
    },
  );
}
