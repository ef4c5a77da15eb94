import { createKey } from '../../../services/keys/create.ts';
import { errors, OrgParams } from '../../schemas/common.ts';
import { CreatedKey, NewKey } from '../../schemas/key.ts';
import type { ApiOptions, App } from '../../http/types.ts';

export function createKeyRoute(app: App, _options: ApiOptions): void {
  app.post(
    '/api/v1/orgs/:org_id/keys',
    {
      config: { access: 'admin' },
      links: {
        201: {
          revoke: {
            operationId: 'revokeKey',
            parameters: { org_id: '$request.path.org_id', key_id: '$response.body#/id' },
            description: 'Revoke it again',
          },
        },
      },
      schema: {
        operationId: 'createKey',
        summary: 'Make an API key',
        tags: ['keys'],
        params: OrgParams,
        body: NewKey,
        response: { 201: CreatedKey, ...errors(400, 401, 403, 404, 413, 415, 422) },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await createKey(request.ctx, { ...request.body, org_id: request.params.org_id })),
  );
}
