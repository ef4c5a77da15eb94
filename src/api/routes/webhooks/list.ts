import { Type } from 'typebox';
import { listDeliveries } from '../../../services/webhooks/list.ts';
import { sendPage } from '../../http/paging.ts';
import { errors, PageFields } from '../../schemas/common.ts';
import { Delivery, DeliveryStatus } from '../../schemas/delivery.ts';
import type { ApiOptions, App } from '../../http/types.ts';

export function listDeliveriesRoute(app: App, _options: ApiOptions): void {
  app.get(
    '/api/v1/webhooks/deliveries',
    {
      config: { access: 'operator' },
      schema: {
        operationId: 'listDeliveries',
        summary: 'What code hosts delivered, newest first',
        tags: ['webhooks'],
        querystring: Type.Object(
          { ...PageFields, status: Type.Optional(DeliveryStatus) },
          { additionalProperties: false },
        ),
        response: { 200: Type.Array(Delivery), ...errors(401, 403, 422) },
      },
    },
    async (request, reply) => sendPage(request, reply, await listDeliveries(request.ctx, request.query)),
  );
}
