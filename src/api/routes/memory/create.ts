import { createIncident } from '../../../services/memory/create.ts';
import { errors, Located } from '../../schemas/common.ts';
import { Incident, NewIncident, OrgQuery } from '../../schemas/memory.ts';
import type { ApiOptions, App } from '../../http/types.ts';

export function createIncidentRoute(app: App, _options: ApiOptions): void {
  app.post(
    '/api/v1/memory/incidents',
    {
      config: { access: 'write' },
      links: {
        201: {
          get: { operationId: 'getIncident', parameters: { id: '$response.body#/id' }, description: 'The incident' },
          forget: {
            operationId: 'deleteIncident',
            parameters: { id: '$response.body#/id' },
            description: 'Forget it again',
          },
        },
      },
      schema: {
        operationId: 'createIncident',
        summary: 'Write down an incident',
        description: 'A post-mortem, for instance. The next recall finds it.',
        tags: ['memory'],
        querystring: OrgQuery,
        body: NewIncident,
        response: { 201: Located(Incident), ...errors(400, 401, 403, 404, 409, 413, 415, 422) },
      },
    },
    async (request, reply) => {
      const incident = await createIncident(request.ctx, { ...request.body, ...request.query });
      return reply.code(201).header('Location', `/api/v1/incidents/${incident.id}`).send(incident);
    },
  );
}
