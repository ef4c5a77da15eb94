import { Type } from 'typebox';
import { revokeSession } from '../../../services/sessions/revoke.ts';
import { errors } from '../../schemas/common.ts';
import { SessionParams } from '../../schemas/session.ts';
import type { ApiOptions, App } from '../../http/types.ts';

export function revokeSessionRoute(app: App, _options: ApiOptions): void {
  app.delete(
    '/api/v1/orgs/:org_id/sessions/:session_id',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'revokeSession',
        summary: 'End a session',
        description: 'Ends it at once, and those that were opened by links from it.',
        tags: ['sessions'],
        params: SessionParams,
        response: { 204: Type.Null({ description: 'Ended' }), ...errors(401, 403, 404, 422) },
      },
    },
    async (request, reply) => {
      await revokeSession(request.ctx, request.params);
      return reply.code(204).send(null);
    },
  );
}
