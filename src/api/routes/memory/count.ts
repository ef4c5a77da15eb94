import { countIncidents } from '../../../services/memory/count.ts';
import { errors, OrgParams, Strict } from '../../schemas/common.ts';
import { IncidentFilterFields } from '../../schemas/incident-filter.ts';
import { IncidentCounts } from '../../schemas/incident-timeline.ts';
import type { ApiOptions, App } from '../../http/types.ts';

export function countIncidentsRoute(app: App, _options: ApiOptions): void {
  app.get(
    '/api/v1/orgs/:org_id/incidents/counts',
    {
      config: { access: 'read', members: 'filtered' },
      schema: {
        operationId: 'countIncidents',
        summary: 'How many incidents fit a filter',
        tags: ['memory'],
        params: OrgParams,
        querystring: Strict(IncidentFilterFields),
        response: { 200: IncidentCounts, ...errors(401, 403, 404, 422) },
      },
    },
    (request) => countIncidents(request.ctx, { ...request.query, ...request.params }),
  );
}
