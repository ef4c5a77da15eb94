import { Type } from 'typebox';
import { countExpiring } from '../../../services/memory/expiring.ts';
import { errors, OrgParams, Strict } from '../../schemas/common.ts';
import { ExpiringIncidents } from '../../schemas/memory.ts';
import { RetentionDays } from '../../schemas/organization.ts';
import type { ApiOptions, App } from '../../http/types.ts';

export function countExpiringRoute(app: App, _options: ApiOptions): void {
  app.get(
    '/api/v1/orgs/:org_id/incidents/expiring',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'countExpiringIncidents',
        summary: 'How many incidents keeping them for so many days would forget',
        description: 'To be asked before `incident_retention_days` is changed: what it forgets is gone for good.',
        tags: ['memory'],
        params: OrgParams,
        querystring: Strict({ days: Type.Integer(RetentionDays) }),
        response: { 200: ExpiringIncidents, ...errors(401, 403, 404, 422) },
      },
    },
    (request) => countExpiring(request.ctx, { ...request.params, ...request.query }),
  );
}
