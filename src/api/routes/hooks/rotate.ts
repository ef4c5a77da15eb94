import { rotateHook } from '../../../services/notifications/rotate.ts';
import { errors } from '../../schemas/common.ts';
import { CreatedHook, HookParams, SecretRotation } from '../../schemas/hook.ts';
import type { ApiOptions, App } from '../../http/types.ts';

export function rotateHookRoute(app: App, _options: ApiOptions): void {
  app.post(
    '/api/v1/orgs/:org_id/webhooks/:hook_id/rotate',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'rotateWebhookSecret',
        summary: 'Replace the secret of a webhook',
        description: 'Messages carry the signatures of both secrets until the grace period is over.',
        tags: ['notifications'],
        params: HookParams,
        body: SecretRotation,
        response: { 200: CreatedHook, ...errors(400, 401, 403, 404, 413, 415, 422) },
      },
    },
    (request) => rotateHook(request.ctx, { ...request.params, ...request.body }),
  );
}
