import { Type } from 'typebox';
import { operationsOf } from '../http/operations.ts';
import type { App } from '../http/types.ts';
import { Strict } from '../schemas/common.ts';
import { startCheckout, openPortal } from '../../services/billing/checkout.ts';

const back = (description: string) =>
  Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2000,
      description: `${description}; a whole address on the public origin of this server`,
      examples: ['https://plumbline.example.com/billing'],
    }),
  );
const orgId = Type.Optional(
  Type.String({
    maxLength: 64,
    pattern: '^[A-Za-z0-9_]+$',
    description: 'Needed with the operator key',
    examples: ['org_0V3mKq8ZxYbD2nR5tW7uAe'],
  }),
);

export const NewCheckout = Strict(
  {
    plan: Type.Optional(
      Type.String({
        maxLength: 40,
        description: 'The plan to subscribe to; by default the first one',
        examples: ['standard'],
      }),
    ),
    success_url: back('Where to after paying'),
    cancel_url: back('Where to without having paid'),
    org_id: orgId,
  },
  { title: 'NewCheckout' },
);

export const NewPortal = Strict(
  { return_url: back('Where to afterwards'), org_id: orgId },
  { title: 'NewPortalSession' },
);

export const PaymentPage = Type.Object(
  {
    url: Type.String({
      description: 'A page of the payment provider, to send a browser to soon: it does not stay',
      examples: ['https://checkout.stripe.com/c/pay/cs_test_a1b2c3'],
    }),
  },
  { title: 'PaymentPage' },
);

export function billingRoutes(app: App): void {
  const { route } = operationsOf(app, 'billing');

  route('startCheckout', 'POST /api/v1/billing/checkout', 'admin', {
    summary: 'Begin a subscription',
    body: NewCheckout,
    success: { 200: PaymentPage },
    errors: [404, 409, 502],
    call: startCheckout,
  });
  route('openPortal', 'POST /api/v1/billing/portal', 'admin', {
    summary: 'See invoices, change or cancel the subscription',
    body: NewPortal,
    success: { 200: PaymentPage },
    errors: [404, 409, 502],
    call: openPortal,
  });
}
