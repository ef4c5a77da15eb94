import { Type } from 'typebox';
import { listDeletions } from '../../../services/organizations/deletions.ts';
import { sendPage } from '../../http/paging.ts';
import { errors, PageFields, Strict } from '../../schemas/common.ts';
import { OrganizationDeletion } from '../../schemas/organization.ts';
import type { ApiOptions, App } from '../../http/types.ts';

export function listDeletionsRoute(app: App, _options: ApiOptions): void {
  app.get(
    '/api/v1/orgs/deletions',
    {
      config: { access: 'operator' },
      schema: {
        operationId: 'listOrganizationDeletions',
        summary: 'Organizations that were deleted, and by whom',
        description:
          'All that is left of them. Those whose App was taken away too long ago are deleted by `retention`.',
        tags: ['organizations'],
        querystring: Strict(PageFields),
        response: { 200: Type.Array(OrganizationDeletion), ...errors(401, 403, 422) },
      },
    },
    async (request, reply) => sendPage(request, reply, await listDeletions(request.ctx, request.query)),
  );
}
