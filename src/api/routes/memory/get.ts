import { getIncident } from '../../../services/memory/get.ts';
import { errors } from '../../schemas/common.ts';
import { Incident, IncidentParams, OrgQuery } from '../../schemas/memory.ts';
import type { ApiOptions, App } from '../../http/types.ts';

export function getIncidentRoute(app: App, _options: ApiOptions): void {
  app.get(
    '/api/v1/incidents/:id',
    {
      config: { access: 'read', members: 'filtered' },
      schema: {
        operationId: 'getIncident',
        summary: 'One incident',
        tags: ['memory'],
        params: IncidentParams,
        querystring: OrgQuery,
        response: { 200: Incident, ...errors(401, 403, 404, 409, 422) },
      },
    },
    (request) => getIncident(request.ctx, { ...request.params, ...request.query }),
  );
}
