import { Type } from 'typebox';
import { Nullable, oneOf, Time } from './common.ts';

const STATUSES = ['received', 'processed', 'ignored', 'dead'] as const;

export const DeliveryStatus = oneOf(
  STATUSES,
  'received: waits or runs; ignored: nothing follows from such an event; dead: given up, see last_error',
);

const DeliveryId = Type.String({
  description: "The code host's id of the delivery",
  examples: ['72d3162e-cc78-11e3-81ab-4c9367dc0958'],
});

export const Delivery = Type.Object(
  {
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
  },
  { title: 'Delivery' },
);

export const Acceptance = Type.Object(
  {
    delivery_id: DeliveryId,
    status: oneOf(
      ['accepted', 'duplicate', 'ignored'],
      'duplicate: it was here before; ignored: nothing follows from such an event',
    ),
  },
  { title: 'AcceptedDelivery' },
);
