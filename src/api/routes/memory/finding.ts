import { Type } from 'typebox';
import { getIncidentFinding } from '../../../services/memory/finding.ts';
import { described, errors, Id, Strict } from '../../schemas/common.ts';
import { IncidentFinding } from '../../schemas/incident-timeline.ts';
import { IncidentParams, OrgQuery } from '../../schemas/memory.ts';
import type { ApiOptions, App } from '../../http/types.ts';

export function getIncidentFindingRoute(app: App, _options: ApiOptions): void {
  app.get(
    '/api/v1/incidents/:id/finding',
    {
      config: { access: 'read', members: 'filtered' },
      schema: {
        operationId: 'getIncidentFinding',
        summary: 'What was found of an incident, attribute by attribute',
        tags: ['memory'],
        params: IncidentParams,
        querystring: Strict({
          ...OrgQuery.properties,
          analysis_id: Type.Optional(described(Id, 'By this analysis; by the last one that found it, if not given')),
        }),
        response: { 200: IncidentFinding, ...errors(401, 403, 404, 409, 422) },
      },
    },
    (request) => getIncidentFinding(request.ctx, { ...request.query, ...request.params }),
  );
}
