import { testHook } from '../../../services/notifications/send-test.ts';
import { errors } from '../../schemas/common.ts';
import { HookDelivery, HookParams } from '../../schemas/hook.ts';
import type { ApiOptions, App } from '../../http/types.ts';

export function testHookRoute(app: App, _options: ApiOptions): void {
  app.post(
    '/api/v1/orgs/:org_id/webhooks/:hook_id/test',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'testWebhook',
        summary: 'Send a message that says nothing',
        description: 'Answers at once; the log tells what came of it. 409 where the webhook is disabled.',
        tags: ['notifications'],
        params: HookParams,
        response: { 202: HookDelivery, ...errors(401, 403, 404, 409) },
      },
    },
    async (request, reply) => reply.code(202).send(await testHook(request.ctx, request.params)),
  );
}
