import { Type } from 'typebox';
import { replayDelivery } from '../../../services/webhooks/replay.ts';
import { errors, Id } from '../../schemas/common.ts';
import { Delivery } from '../../schemas/delivery.ts';
import type { ApiOptions, App } from '../../http/types.ts';

export function replayDeliveryRoute(app: App, _options: ApiOptions): void {
  app.post(
    '/api/v1/webhooks/deliveries/:id/replay',
    {
      config: { access: 'operator' },
      schema: {
        operationId: 'replayDelivery',
        summary: 'Process a delivery once more',
        description: 'Answers at once; 409 where it still waits, or its payload was dropped for its age.',
        tags: ['webhooks'],
        params: Type.Object({ id: Id }),
        response: { 202: Delivery, ...errors(401, 403, 404, 409) },
      },
    },
    async (request, reply) => reply.code(202).send(await replayDelivery(request.ctx, request.params)),
  );
}
