import { updateOrganization } from '../../../services/organizations/update.ts';
import { errors, OrgParams } from '../../schemas/common.ts';
import { Organization, OrganizationPatch } from '../../schemas/organization.ts';
import type { ApiOptions, App } from '../../http/types.ts';

export function updateOrganizationRoute(app: App, _options: ApiOptions): void {
  app.patch(
    '/api/v1/orgs/:org_id',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'updateOrganization',
        summary:
          'Change how long incidents are kept, what fails a check, whether there are issues, the login, or the linked installation',
        description:
          'Once an installation is linked, the organization follows what the code host calls its account. Login and installation are for the operator key only.',
        tags: ['organizations'],
        params: OrgParams,
        body: OrganizationPatch,
        response: { 200: Organization, ...errors(400, 401, 403, 404, 409, 413, 415, 422) },
      },
    },
    (request) => updateOrganization(request.ctx, { ...request.body, ...request.params }),
  );
}
