import { Type } from 'typebox';
import { acceptDelivery, announceDelivery } from '../../../services/webhooks/accept.ts';
import { MAX_PAYLOAD_BYTES } from '../../../services/webhooks/payload.ts';
import { withRawBodies } from '../../http/raw-body.ts';
import { CodeHostParams, unmeteredErrors } from '../../schemas/common.ts';
import { Acceptance } from '../../schemas/delivery.ts';
import type { ApiOptions, App } from '../../http/types.ts';

const headers = Type.Object({
  'x-github-event': Type.String({
    pattern: '^[a-z0-9_]{1,100}$',
    description: 'The name of the event',
    examples: ['repository'],
  }),
  'x-github-delivery': Type.String({
    pattern: '^[A-Za-z0-9_-]{1,100}$',
    description: 'The id of the delivery; a repeated one is accepted and does nothing',
    examples: ['72d3162e-cc78-11e3-81ab-4c9367dc0958'],
  }),
  'x-hub-signature-256': Type.String({
    pattern: '^sha256=[0-9a-f]{64}$',
    description: '`sha256=` and the HMAC-SHA256 of the body in hexadecimal, with the secret that both sides know',
    examples: ['sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17'],
  }),
});
/** What is described is JSON; what the handler gets are its bytes, since those are what was signed. */
const body = Type.Unsafe<Buffer>({
  type: 'object',
  additionalProperties: true,
  description: 'The event, at most 25 MiB; https://docs.github.com/webhooks/webhook-events-and-payloads',
});

export function receiveDeliveryRoute(app: App, { services }: ApiOptions): Promise<void> {
  return withRawBodies(app, (scope) => {
    scope.post(
      '/api/v1/webhooks/:codehost',
      {
        config: { access: 'public', limits: 'exempt' },
        bodyLimit: MAX_PAYLOAD_BYTES,
        schema: {
          operationId: 'receiveDelivery',
          summary: 'Deliver an event',
          description:
            'For the code host: answers when the delivery is stored, and processes it afterwards. Needs a signature instead of a key.',
          tags: ['webhooks'],
          params: CodeHostParams,
          headers,
          body,
          response: { 202: Acceptance, ...unmeteredErrors(400, 401, 404, 409, 413, 415) },
        },
        // Before the body is read.
        onRequest: async (request) => {
          announceDelivery(services, request.params.codehost, request.headers);
        },
      },
      async (request, reply) => {
        const announced = announceDelivery(services, request.params.codehost, request.headers);
        return reply.code(202).send(await acceptDelivery(services, announced, request.body));
      },
    );
  });
}
