import { createOrganization } from '../../../services/organizations/create.ts';
import { errors } from '../../schemas/common.ts';
import { NewOrganization, Organization } from '../../schemas/organization.ts';
import type { ApiOptions, App } from '../../http/types.ts';

export function createOrganizationRoute(app: App, _options: ApiOptions): void {
  app.post(
    '/api/v1/orgs',
    {
      config: { access: 'operator' },
      links: {
        201: {
          keys: {
            operationId: 'createKey',
            parameters: { org_id: '$response.body#/id' },
            description: 'Make a key for it',
          },
        },
      },
      schema: {
        operationId: 'createOrganization',
        summary: 'Create an organization',
        tags: ['organizations'],
        body: NewOrganization,
        response: { 201: Organization, ...errors(400, 401, 403, 409, 413, 415, 422) },
      },
    },
    async (request, reply) => reply.code(201).send(await createOrganization(request.ctx, request.body)),
  );
}
