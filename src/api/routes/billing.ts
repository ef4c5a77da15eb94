import { Type } from 'typebox';
import { operationsOf } from '../http/operations.ts';
import type { App } from '../http/types.ts';
import { text, NamedStrict, Named } from '../schemas/common.ts';
import { startCheckout, openPortal } from '../../services/billing/checkout.ts';

const back = (description: string) =>
  Type.Optional(
    text(
      `${description}; a whole address on the public origin of this server`,
      'https://plumbline.example.com/billing',
      { minLength: 1, maxLength: 2000 },
    ),
  );
const orgId = Type.Optional(
  text('Needed with the operator key', 'org_0V3mKq8ZxYbD2nR5tW7uAe', { maxLength: 64, pattern: '^[A-Za-z0-9_]+$' }),
);

export const NewCheckout = NamedStrict('NewCheckout', {
  plan: Type.Optional(text('The plan to subscribe to; by default the first one', 'standard', { maxLength: 40 })),
  success_url: back('Where to after paying'),
  cancel_url: back('Where to without having paid'),
  org_id: orgId,
});

export const NewPortal = NamedStrict('NewPortalSession', { return_url: back('Where to afterwards'), org_id: orgId });

export const PaymentPage = Named('PaymentPage', {
  url: text(
    'A page of the payment provider, to send a browser to soon: it does not stay',
    'https://checkout.stripe.com/c/pay/cs_test_a1b2c3',
  ),
});

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
