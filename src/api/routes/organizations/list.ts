import { Type } from 'typebox';
import { listOrganizations } from '../../../services/organizations/list.ts';
import { sendPage } from '../../http/paging.ts';
import { errors, PageFields } from '../../schemas/common.ts';
import { Organization } from '../../schemas/organization.ts';
import type { ApiOptions, App } from '../../http/types.ts';

export function listOrganizationsRoute(app: App, _options: ApiOptions): void {
  app.get(
    '/api/v1/orgs',
    {
      config: { access: 'operator' },
      schema: {
        operationId: 'listOrganizations',
        summary: 'All organizations of this instance',
        tags: ['organizations'],
        querystring: Type.Object(PageFields, { additionalProperties: false }),
        response: { 200: Type.Array(Organization), ...errors(401, 403, 422) },
      },
    },
    async (request, reply) => sendPage(request, reply, await listOrganizations(request.ctx, request.query)),
  );
}
