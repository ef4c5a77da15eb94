import { Type } from 'typebox';
import { deleteHook } from '../../../services/notifications/delete.ts';
import { errors } from '../../schemas/common.ts';
import { HookParams } from '../../schemas/hook.ts';
import type { ApiOptions, App } from '../../http/types.ts';

export function deleteHookRoute(app: App, _options: ApiOptions): void {
  app.delete(
    '/api/v1/orgs/:org_id/webhooks/:hook_id',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'deleteWebhook',
        summary: 'Delete a webhook with its log',
        tags: ['notifications'],
        params: HookParams,
        response: { 204: Type.Null({ description: 'Deleted' }), ...errors(401, 403, 404, 422) },
      },
    },
    async (request, reply) => {
      await deleteHook(request.ctx, request.params);
      return reply.code(204).send(null);
    },
  );
}
