import { Type } from 'typebox';
import { listHookDeliveries } from '../../../services/notifications/deliveries.ts';
import { replayHookDelivery } from '../../../services/notifications/replay.ts';
import { sendPage } from '../../http/paging.ts';
import { errors, PageFields } from '../../schemas/common.ts';
import { HookDelivery, HookDeliveryParams, HookDeliveryStatus, HookParams } from '../../schemas/hook.ts';
import type { ApiOptions, App } from '../../http/types.ts';

export function listHookDeliveriesRoute(app: App, _options: ApiOptions): void {
  app.get(
    '/api/v1/orgs/:org_id/webhooks/:hook_id/deliveries',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'listWebhookDeliveries',
        summary: 'What was sent to a webhook, and what came of it',
        description: 'Newest first; kept for 30 days.',
        tags: ['notifications'],
        params: HookParams,
        querystring: Type.Object(
          { ...PageFields, status: Type.Optional(HookDeliveryStatus) },
          { additionalProperties: false },
        ),
        response: { 200: Type.Array(HookDelivery), ...errors(401, 403, 404, 422) },
      },
    },
    async (request, reply) =>
      sendPage(request, reply, await listHookDeliveries(request.ctx, { ...request.query, ...request.params })),
  );
}

export function replayHookDeliveryRoute(app: App, _options: ApiOptions): void {
  app.post(
    '/api/v1/orgs/:org_id/webhooks/:hook_id/deliveries/:delivery_id/replay',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'replayWebhookDelivery',
        summary: 'Send a message once more',
        description:
          'Under the same id. Answers at once; 409 where it waits for a try already, or the webhook is disabled.',
        tags: ['notifications'],
        params: HookDeliveryParams,
        response: { 202: HookDelivery, ...errors(401, 403, 404, 409) },
      },
    },
    async (request, reply) => reply.code(202).send(await replayHookDelivery(request.ctx, request.params)),
  );
}
