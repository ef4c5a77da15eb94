import { getOrganization } from '../../../services/organizations/get.ts';
import { errors, OrgParams } from '../../schemas/common.ts';
import { Organization } from '../../schemas/organization.ts';
import type { ApiOptions, App } from '../../http/types.ts';

export function getOrganizationRoute(app: App, _options: ApiOptions): void {
  app.get(
    '/api/v1/orgs/:org_id',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getOrganization',
        summary: 'One organization',
        tags: ['organizations'],
        params: OrgParams,
        response: { 200: Organization, ...errors(401, 403, 404, 422) },
      },
    },
    (request) => getOrganization(request.ctx, request.params),
  );
}
