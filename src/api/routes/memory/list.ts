import { Type } from 'typebox';
import { listIncidents } from '../../../services/memory/list.ts';
import { sendPage } from '../../http/paging.ts';
import { errors, OrgParams, Strict } from '../../schemas/common.ts';
import { IncidentFilterFields, IncidentPageFields } from '../../schemas/incident-filter.ts';
import { Incident } from '../../schemas/memory.ts';
import type { ApiOptions, App } from '../../http/types.ts';

export function listIncidentsRoute(app: App, _options: ApiOptions): void {
  app.get(
    '/api/v1/orgs/:org_id/incidents',
    {
      config: { access: 'read', members: 'filtered' },
      schema: {
        operationId: 'listIncidents',
        summary: 'Incidents of an organization, the latest first',
        tags: ['memory'],
        params: OrgParams,
        querystring: Strict({ ...IncidentPageFields, ...IncidentFilterFields }),
        response: { 200: Type.Array(Incident), ...errors(401, 403, 404, 422) },
      },
    },
    async (request, reply) =>
      sendPage(request, reply, await listIncidents(request.ctx, { ...request.query, ...request.params })),
  );
}
