import { Type } from 'typebox';
import { listOperatorsSessions, revokeOperatorSession } from '../../../services/sessions/of-operator.ts';
import { sendPage } from '../../http/paging.ts';
import { errors, Id, PageFields } from '../../schemas/common.ts';
import { OperatorSession } from '../../schemas/session.ts';
import type { ApiOptions, App } from '../../http/types.ts';
import { sessionOf } from '../sessions/session-of.ts';

export function listOperatorSessionsRoute(app: App, { operatorHash }: ApiOptions): void {
  app.get(
    '/api/v1/operator/sessions',
    {
      config: { access: 'operator' },
      schema: {
        operationId: 'listOperatorSessions',
        summary: 'Where the operator is signed in',
        tags: ['operator'],
        querystring: Type.Object(PageFields, { additionalProperties: false }),
        response: { 200: Type.Array(OperatorSession), ...errors(401, 403, 422) },
      },
    },
    async (request, reply) => {
      const input = { ...request.query, operatorHash, session: sessionOf(request) };
      return sendPage(request, reply, await listOperatorsSessions(request.ctx, input));
    },
  );
}

export function revokeOperatorSessionRoute(app: App, { operatorHash }: ApiOptions): void {
  app.delete(
    '/api/v1/operator/sessions/:session_id',
    {
      config: { access: 'operator' },
      schema: {
        operationId: 'revokeOperatorSession',
        summary: 'End a session of the operator',
        description:
          'Ends it at once, and those that were opened by links from it. The audit log of the instance has it.',
        tags: ['operator'],
        params: Type.Object({ session_id: Id }),
        response: { 204: Type.Null({ description: 'Ended' }), ...errors(401, 403, 404, 422) },
      },
    },
    async (request, reply) => {
      const { session_id } = request.params;
      await revokeOperatorSession(request.ctx, { operatorHash, session_id });
      request.log.info({ session: session_id, as: 'operator' }, 'session ended');
      return reply.code(204).send(null);
    },
  );
}
