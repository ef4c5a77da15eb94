import { createHook } from '../../../services/notifications/create.ts';
import { errors, OrgParams } from '../../schemas/common.ts';
import { CreatedHook, NewHook } from '../../schemas/hook.ts';
import type { ApiOptions, App } from '../../http/types.ts';

export function createHookRoute(app: App, _options: ApiOptions): void {
  app.post(
    '/api/v1/orgs/:org_id/webhooks',
    {
      config: { access: 'admin' },
      links: {
        201: {
          delete: {
            operationId: 'deleteWebhook',
            parameters: { org_id: '$request.path.org_id', hook_id: '$response.body#/id' },
            description: 'Delete it again',
          },
        },
      },
      schema: {
        operationId: 'createWebhook',
        summary: 'Have an address told of what happens',
        description: '409 where the organization has as many as it may.',
        tags: ['notifications'],
        params: OrgParams,
        body: NewHook,
        response: { 201: CreatedHook, ...errors(400, 401, 403, 404, 409, 413, 415, 422) },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await createHook(request.ctx, { ...request.body, ...request.params })),
  );
}
