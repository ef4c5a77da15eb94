import { Type } from 'typebox';
import { baseUrlOf } from '../../http/own-origin.ts';
import { CodeHostParams, errors } from '../../schemas/common.ts';
import { setErrandCookie } from '../../http/session-cookie.ts';
import type { ApiOptions, App } from '../../http/types.ts';
import { newErrand, OWN_PATH, redirectUriOf, signInWith, writeKept } from './at-code-host.ts';

const querystring = Type.Object(
  {
    return_to: Type.Optional(
      Type.String({
        maxLength: 1000,
        pattern: OWN_PATH,
        description: 'The path of this server to come back to; default `/`',
        examples: ['/o/org_0V3mKq8ZxYbD2nR5tW7uAe/incidents'],
      }),
    ),
  },
  { additionalProperties: false },
);

export function goToCodeHostRoute(app: App, { services, http = {} }: ApiOptions): void {
  app.get(
    '/api/v1/session/:codehost',
    {
      config: { access: 'public', limits: 'address' },
      schema: {
        operationId: 'signInWithGitHub',
        summary: 'Sign in with GitHub',
        description: 'For browsers: leads to GitHub, which leads back to the callback.',
        tags: ['sessions'],
        params: CodeHostParams,
        querystring,
        response: {
          302: Type.Null({ description: 'To GitHub; a cookie of ten minutes tells the browser again that comes back' }),
          ...errors(404, 409, 422),
        },
      },
    },
    async (request, reply) => {
      const { codehost } = request.params;
      const host = signInWith(services, codehost);
      const kept = newErrand(request.query.return_to ?? '/');
      setErrandCookie(reply, http, writeKept(kept));
      const redirectUri = redirectUriOf(baseUrlOf(request, http.publicUrl), codehost);
      return reply.redirect(host.addressFor({ ...kept, redirectUri }), 302);
    },
  );
}
