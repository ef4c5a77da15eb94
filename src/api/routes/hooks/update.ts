import { updateHook } from '../../../services/notifications/update.ts';
import { errors } from '../../schemas/common.ts';
import { Hook, HookParams, HookPatch } from '../../schemas/hook.ts';
import type { ApiOptions, App } from '../../http/types.ts';

export function updateHookRoute(app: App, _options: ApiOptions): void {
  app.patch(
    '/api/v1/orgs/:org_id/webhooks/:hook_id',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'updateWebhook',
        summary: 'Change a webhook',
        tags: ['notifications'],
        params: HookParams,
        body: HookPatch,
        response: { 200: Hook, ...errors(400, 401, 403, 404, 413, 415, 422) },
      },
    },
    (request) => updateHook(request.ctx, { ...request.params, patch: request.body }),
  );
}
