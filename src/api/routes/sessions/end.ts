import { Type } from 'typebox';
import { signOut } from '../../../services/sessions/sign-out.ts';
import { errors } from '../../schemas/common.ts';
import { clearSessionCookie } from '../../http/session-cookie.ts';
import type { ApiOptions, App } from '../../http/types.ts';
import { signedIn } from './session-of.ts';

export function endSessionRoute(app: App, { services, http = {} }: ApiOptions): void {
  app.delete(
    '/api/v1/session',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'endSession',
        summary: 'Sign out',
        description: 'Ends the session of this browser, and those that were opened by links from it.',
        tags: ['sessions'],
        response: { 204: Type.Null({ description: 'Nobody is signed in any more' }), ...errors(403) },
      },
    },
    async (request, reply) => {
      const found = signedIn(request, http);
      if (found && found !== 'over')
        await signOut({ ...services, principal: found.principal, request_id: request.id }, found.session);
      clearSessionCookie(reply, http);
      return reply.code(204).send(null);
    },
  );
}
