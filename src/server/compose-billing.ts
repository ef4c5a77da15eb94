import type { Logger } from 'pino';
import type { Billing } from '../services/billing/port.ts';
import { needed, type Config } from './config/config.ts';

const BECAUSE = 'when STRIPE_SECRET_KEY is set';

/** Billing with Stripe, if its key is set. Throws `ConfigError` where a setting that it requires is missing. */
export async function composeBilling(config: Config, log: Logger): Promise<Billing | undefined> {
  if (config.stripeKey === undefined) return undefined;
  const publicUrl = needed(config.publicUrl, 'PLUMBLINE_PUBLIC_URL', BECAUSE);
  // Stripe's client consists of two hundred files, which every start would load.
  const { stripeProvider } = await import('../integrations/stripe/provider.ts');
  const provider = stripeProvider({
    secretKey: config.stripeKey,
    webhookSecrets: needed(config.stripeWebhookSecrets, 'STRIPE_WEBHOOK_SECRET', BECAUSE),
    plans: needed(config.stripePlans, 'STRIPE_PRICE_ID', BECAUSE),
    apiBase: config.stripeApiBase,
    onProblem: (problem) => log.warn(problem, 'Stripe did not do what it was asked'),
  });
  return { provider, publicUrl };
}
