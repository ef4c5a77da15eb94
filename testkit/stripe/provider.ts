import { stripeProvider, type StripeSettings } from '../../src/integrations/stripe/provider.ts';
import type { Billing, PaymentProvider } from '../../src/services/billing/port.ts';
import type { StripeEmulator } from './start.ts';

/** Billing with an emulator, for a server at a fixed public URL. */
export function billingOf(stripe: StripeEmulator, settings: Partial<StripeSettings> = {}): Billing {
  return { provider: providerOf(stripe, settings), publicUrl: 'https://plumbline.example.com' };
}

/** The real adapter with the real library for an emulator. Its timeouts are long, since test machines are busy. */
export function providerOf(stripe: StripeEmulator, settings: Partial<StripeSettings> = {}): PaymentProvider {
  const [first, ...others] = [...stripe.account.prices.keys()].map((price, i) => ({
    name: i ? `plan${i}` : 'team',
    price,
  }));
  if (!first) throw new Error('an emulator without prices');
  return stripeProvider({
    secretKey: stripe.secretKey,
    webhookSecrets: [stripe.webhookSecret],
    plans: [first, ...others],
    apiBase: stripe.url,
    onProblem: () => {},
    timeoutMs: 20_000,
    retries: 1,
    ...settings,
  });
}
