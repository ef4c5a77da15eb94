import type { Logger } from 'pino';
import type { Billing } from '../services/billing/port.ts';
import { ConfigError, type Config } from './config.ts';

function needed<T>(value: T | undefined, name: string): T {
  if (value !== undefined) return value;
  throw new ConfigError(name, 'is needed as well when STRIPE_SECRET_KEY is set');
}

/** Billing with Stripe, where its key is set. Throws `ConfigError` where something that goes with it is not. */
export async function composeBilling(config: Config, log: Logger): Promise<Billing | undefined> {
  if (config.stripeKey === undefined) return undefined;
  const publicUrl = needed(config.publicUrl, 'PLUMBLINE_PUBLIC_URL');
  // Stripe's client is two hundred files, which every start would load.
  const { stripeProvider } = await import('../integrations/stripe/provider.ts');
  const provider = stripeProvider({
    secretKey: config.stripeKey,
    webhookSecrets: needed(config.stripeWebhookSecrets, 'STRIPE_WEBHOOK_SECRET'),
    plans: needed(config.stripePlans, 'STRIPE_PRICE_ID'),
    apiBase: config.stripeApiBase,
    onProblem: (problem) => log.warn(problem, 'Stripe did not do what it was asked'),
  });
  return { provider, publicUrl };
}
