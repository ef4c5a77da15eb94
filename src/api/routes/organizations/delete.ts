import { Type } from 'typebox';
import { deleteOrganization } from '../../../services/organizations/delete.ts';
import { ANY_TEXT, errors, OrgParams, Strict } from '../../schemas/common.ts';
import { OrganizationDeletion } from '../../schemas/organization.ts';
import type { ApiOptions, App } from '../../http/types.ts';

const querystring = Strict({
  confirm: Type.String({
    maxLength: 100,
    pattern: ANY_TEXT,
    description: 'The organization’s login',
    examples: ['acme'],
  }),
  cancel_analyses: Type.Boolean({
    default: false,
    description: 'Cancel the analyses that wait or run; without it they keep the organization from being deleted',
  }),
});

export function deleteOrganizationRoute(app: App, _options: ApiOptions): void {
  app.delete(
    '/api/v1/orgs/:org_id',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'deleteOrganization',
        summary: 'Delete an organization with everything of it',
        description:
          'From now on it is found nowhere and its keys end; its rows are erased in the background, its audit log too. It cannot be brought back. The App stays installed on the code host: what happens there next makes a new organization, unless it is taken away first.',
        tags: ['organizations'],
        params: OrgParams,
        querystring,
        response: { 202: OrganizationDeletion, ...errors(401, 403, 404, 409, 422) },
      },
    },
    async (request, reply) =>
      reply.code(202).send(await deleteOrganization(request.ctx, { ...request.query, ...request.params })),
  );
}
