import { describeSession } from '../../../services/sessions/describe.ts';
import { signInByLink, signInWithKey } from '../../../services/sessions/sign-in.ts';
import { refuseForeignOrigin } from '../../http/own-origin.ts';
import { errors } from '../../schemas/common.ts';
import { Session, SignIn } from '../../schemas/session.ts';
import { setSessionCookie } from '../../http/session-cookie.ts';
import type { ApiOptions, App } from '../../http/types.ts';
import { waysOf } from './ways.ts';

export function createSessionRoute(app: App, { services, operatorHash, http = {} }: ApiOptions): void {
  app.post(
    '/api/v1/session',
    {
      config: { access: 'public', limits: 'address' },
      schema: {
        operationId: 'createSession',
        summary: 'Sign in',
        description:
          'Exchanges a key, or a link that works once, for a session of 8 hours in a cookie that no script reads. It ends with the key. Attempts draw on the limit of the address that they come from.',
        tags: ['sessions'],
        body: SignIn,
        response: { 201: Session, ...errors(400, 401, 403, 413, 415, 422) },
      },
    },
    async (request, reply) => {
      refuseForeignOrigin(request, http);
      const door = { store: services.store, operatorHash, request_id: request.id };
      const { key, link = '', scopes } = request.body;
      const { principal, session, secret } =
        key === undefined ? await signInByLink(door, { link, scopes }) : await signInWithKey(door, { key, scopes });
      request.log.info({ session: session.id, as: principal.kind }, 'signed in');
      setSessionCookie(reply, http, { secret, expires_at: session.expires_at });
      const described = await describeSession(services, { principal, session });
      return reply.code(201).send({ signed_in: true, ways: waysOf(services), ...described });
    },
  );
}
