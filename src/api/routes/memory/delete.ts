import { Type } from 'typebox';
import { deleteIncident } from '../../../services/memory/delete.ts';
import { errors } from '../../schemas/common.ts';
import { IncidentParams, OrgQuery } from '../../schemas/memory.ts';
import type { ApiOptions, App } from '../../http/types.ts';

export function deleteIncidentRoute(app: App, _options: ApiOptions): void {
  app.delete(
    '/api/v1/memory/incidents/:id',
    {
      config: { access: 'write' },
      schema: {
        operationId: 'deleteIncident',
        summary: 'Forget an incident',
        tags: ['memory'],
        params: IncidentParams,
        querystring: OrgQuery,
        response: { 204: Type.Null({ description: 'Forgotten' }), ...errors(401, 403, 404, 409, 422) },
      },
    },
    async (request, reply) => {
      await deleteIncident(request.ctx, { ...request.params, ...request.query });
      return reply.code(204).send(null);
    },
  );
}
