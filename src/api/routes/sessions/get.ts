import { describeSession } from '../../../services/sessions/describe.ts';
import { errors } from '../../schemas/common.ts';
import { Session } from '../../schemas/session.ts';
import { clearSessionCookie } from '../../http/session-cookie.ts';
import type { ApiOptions, App } from '../../http/types.ts';
import { signedIn } from './session-of.ts';
import { waysOf } from './ways.ts';

export function getSessionRoute(app: App, { services, http = {} }: ApiOptions): void {
  app.get(
    '/api/v1/session',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'getSession',
        summary: 'Who is signed in in this browser',
        tags: ['sessions'],
        response: { 200: Session, ...errors() },
      },
    },
    async (request, reply) => {
      const found = signedIn(request, http);
      if (found === 'over') clearSessionCookie(reply, http);
      if (found === undefined || found === 'over') return { signed_in: false as const, ways: waysOf(services) };
      return { signed_in: true as const, ways: waysOf(services), ...(await describeSession(services, found)) };
    },
  );
}
