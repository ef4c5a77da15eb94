import { getOrganizationOverview } from '../../../services/organizations/overview.ts';
import { errors, OrgParams } from '../../schemas/common.ts';
import { OrganizationOverview, OverviewQuery } from '../../schemas/overview.ts';
import type { ApiOptions, App } from '../../http/types.ts';

export function getOrganizationOverviewRoute(app: App, _options: ApiOptions): void {
  app.get(
    '/api/v1/orgs/:org_id/overview',
    {
      config: { access: 'read', members: 'filtered' },
      schema: {
        operationId: 'getOrganizationOverview',
        summary: 'How things stand in an organization',
        description:
          'Open drift now and day by day, the states with the worst of it, what changed within a day, what comes next, and what is not set up yet.',
        tags: ['organizations'],
        params: OrgParams,
        querystring: OverviewQuery,
        response: { 200: OrganizationOverview, ...errors(401, 403, 404, 422) },
      },
    },
    (request) => getOrganizationOverview(request.ctx, { ...request.params, ...request.query }),
  );
}
