import { Type } from 'typebox';
import { AppError } from '../../../base/errors.ts';
import { receivePaymentEvent } from '../../../services/billing/receive.ts';
import { withRawBodies } from '../../http/raw-body.ts';
import { Receipt } from '../../schemas/billing.ts';
import { errors } from '../../schemas/common.ts';
import type { ApiOptions, App } from '../../http/types.ts';

/** What is described is JSON; what the handler gets are its bytes, since those are what was signed. */
const body = Type.Unsafe<Buffer>({
  type: 'object',
  additionalProperties: true,
  description: 'The event; https://docs.stripe.com/api/events/object',
});
const headers = Type.Object({
  'stripe-signature': Type.String({
    pattern: '^t=[0-9]+(,v[0-9]=[0-9a-f]{64})+$',
    description:
      'When it was signed, and the HMAC-SHA256 of that and the body; https://docs.stripe.com/webhooks/signature',
    examples: ['t=1767225600,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd'],
  }),
});

/** What Stripe would send; anybody else may send anything, or nothing. */
function deliveryIn(request: { headers: Record<string, unknown>; body: Uint8Array | undefined }) {
  const signature = request.headers['stripe-signature'];
  if (typeof signature !== 'string') throw new AppError('bad_request', 'The header Stripe-Signature is missing.');
  return { signature, body: request.body ?? new Uint8Array() };
}

export function receivePaymentEventRoute(app: App, { services }: ApiOptions): Promise<void> {
  return withRawBodies(app, (scope) => {
    scope.post(
      '/api/v1/webhooks/stripe',
      {
        config: { access: 'public' },
        bodyLimit: 1024 * 1024,
        schema: {
          operationId: 'receivePaymentEvent',
          summary: 'Deliver an event of the payment provider',
          description:
            'For Stripe: answers when what follows from the event is stored. Needs a signature instead of a key.',
          tags: ['webhooks'],
          headers,
          body,
          response: { 200: Receipt, ...errors(400, 401, 409, 413, 415, 502) },
        },
      },
      async (request) => {
        await receivePaymentEvent(services, { ...deliveryIn(request), request_id: request.id });
        return { received: true as const };
      },
    );
  });
}
