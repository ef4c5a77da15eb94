import type { FastifyRequest } from 'fastify';
import { Type, type Static } from 'typebox';
import { operationsOf } from '../http/operations.ts';
import { withRawBodies } from '../http/raw-body.ts';
import type { ApiOptions, App } from '../http/types.ts';
import { CodeHostParams, Nullable, oneOf, PageFields, Strict, Time, text, Named } from '../schemas/common.ts';
import { AppError } from '../../base/errors.ts';
import { receivePaymentEvent } from '../../services/billing/receive.ts';
import { acceptDelivery, announceDelivery } from '../../services/webhooks/accept.ts';
import { listDeliveries, replayDelivery } from '../../services/webhooks/list.ts';
import { MAX_PAYLOAD_BYTES } from '../../services/webhooks/payload.ts';

const STATUSES = ['received', 'processed', 'ignored', 'dead'] as const;

export const DeliveryStatus = oneOf(
  STATUSES,
  'received: waits or runs; ignored: such an event needs no action; dead: given up, see last_error',
);

const DeliveryId = text("The code host's id of the delivery", '72d3162e-cc78-11e3-81ab-4c9367dc0958');

export const Delivery = Named('Delivery', {
  id: Type.String({ examples: ['dlv_0V3mKq8ZxYbD2nR5tW7uAe'] }),
  codehost: Type.String({ examples: ['github'] }),
  delivery_id: DeliveryId,
  event: Type.String({ examples: ['repository'] }),
  action: Nullable(Type.String({ examples: ['renamed'] })),
  installation_id: Nullable(Type.Integer()),
  status: DeliveryStatus,
  attempts: Type.Integer({ description: 'Tries since it arrived or was replayed last' }),
  replays: Type.Integer(),
  last_error: Nullable(Type.Object({ code: Type.String(), detail: Type.String() })),
  received_at: Time,
  processed_at: Nullable(Time),
  replayable: Type.Boolean({ description: 'It has ended, and its payload is still here' }),
});

export const Acceptance = Named('AcceptedDelivery', {
  delivery_id: DeliveryId,
  status: oneOf(
    ['accepted', 'duplicate', 'ignored'],
    'duplicate: it was here before; ignored: nothing follows from such an event',
  ),
});

const GitHubHeaders = Type.Object({
  'x-github-event': text('The name of the event', 'repository', { pattern: '^[a-z0-9_]{1,100}$' }),
  'x-github-delivery': text(
    'The id of the delivery; a repeated one is accepted and does nothing',
    '72d3162e-cc78-11e3-81ab-4c9367dc0958',
    { pattern: '^[A-Za-z0-9_-]{1,100}$' },
  ),
  'x-hub-signature-256': text(
    '`sha256=` and the HMAC-SHA256 of the body in hexadecimal, with the secret that both sides know',
    'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
    { pattern: '^sha256=[0-9a-f]{64}$' },
  ),
});

const StripeHeaders = Type.Object({
  'stripe-signature': text(
    'When it was signed, and the HMAC-SHA256 of that and the body; https://docs.stripe.com/webhooks/signature',
    't=1767225600,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
    { pattern: '^t=[0-9]+(,v[0-9]=[0-9a-f]{64})+$' },
  ),
});

/** The document describes JSON; the handler gets the bytes, because they are signed. */
const signedBody = (description: string) =>
  Type.Unsafe<Buffer>({ type: 'object', additionalProperties: true, description });

const Receipt = Named('Receipt', {
  received: Type.Literal(true, { description: 'The event is stored, or needs no action' }),
});

/** The headers of Stripe; a forged request may have any or none. */
function paymentEventIn({ headers, body }: FastifyRequest) {
  const signature = headers['stripe-signature'];
  if (typeof signature !== 'string') throw new AppError('bad_request', 'The header Stripe-Signature is missing.');
  return { signature, body: (body as Uint8Array | undefined) ?? new Uint8Array() };
}

export async function deliveryRoutes(app: App, { services }: ApiOptions): Promise<void> {
  const { list, route } = operationsOf(app, 'webhooks');

  const announced = ({ params, headers }: FastifyRequest) =>
    announceDelivery(services, (params as Static<typeof CodeHostParams>).codehost, headers);
  await withRawBodies(app, (scope) => {
    operationsOf(scope, 'webhooks').route('receiveDelivery', 'POST /api/v1/webhooks/:codehost', 'public', {
      limits: 'exempt',
      bodyLimit: MAX_PAYLOAD_BYTES,
      onRequest: async (request) => void announced(request),
      summary: 'Deliver an event',
      description:
        'For the code host: answers when the delivery is stored, and processes it afterwards. Needs a signature instead of a key.',
      params: CodeHostParams,
      headers: GitHubHeaders,
      body: signedBody('The event, at most 25 MiB; https://docs.github.com/webhooks/webhook-events-and-payloads'),
      success: { 202: Acceptance },
      errors: [401, 409],
      call: (_ctx, _input, { request }) => acceptDelivery(services, announced(request), request.body as Buffer),
    });
  });
  list('listDeliveries', 'GET /api/v1/webhooks/deliveries', 'operator', {
    summary: 'Deliveries of code hosts, newest first',
    query: Strict({ ...PageFields, status: Type.Optional(DeliveryStatus) }),
    items: Delivery,
    call: listDeliveries,
  });
  route('replayDelivery', 'POST /api/v1/webhooks/deliveries/:id/replay', 'operator', {
    summary: 'Process a delivery once more',
    description: 'Answers at once; 409 where it still waits, or its payload was dropped for its age.',
    success: { 202: Delivery },
    errors: [409],
    call: replayDelivery,
  });
}

export function paymentEventRoutes(app: App, { services }: ApiOptions): Promise<void> {
  return withRawBodies(app, (scope) => {
    operationsOf(scope, 'webhooks').route('receivePaymentEvent', 'POST /api/v1/webhooks/stripe', 'public', {
      bodyLimit: 1024 * 1024,
      summary: 'Deliver an event of the payment provider',
      description: 'For Stripe: answers once the event is stored. Needs a signature instead of a key.',
      headers: StripeHeaders,
      body: signedBody('The event; https://docs.stripe.com/api/events/object'),
      success: { 200: Receipt },
      errors: [401, 409, 502],
      call: async (_ctx, _input, { request }) => {
        await receivePaymentEvent(services, { ...paymentEventIn(request), request_id: request.id });
        return { received: true as const };
      },
    });
  });
}
