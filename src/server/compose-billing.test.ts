import { pino } from 'pino';
import { expect, test } from 'vitest';
import { composeBilling } from './compose-billing.ts';
import { readConfig, type Env } from './config/config.ts';

const WHOLE = {
  STRIPE_SECRET_KEY: 'sk_test_of_this_test',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_this_test',
  STRIPE_PRICE_ID: 'price_1',
  PLUMBLINE_PUBLIC_URL: 'https://plumbline.example.com',
};
const compose = async (env: Env) => composeBilling(readConfig(env), pino({ level: 'silent' }));

test('turns billing off without a Stripe key', async () => {
  const { STRIPE_SECRET_KEY: _, ...rest } = WHOLE;
  expect(await compose({})).toBeUndefined();
  expect(await compose(rest)).toBeUndefined();
});

test('names missing settings that a Stripe key requires', async () => {
  expect((await compose(WHOLE))?.publicUrl).toBe('https://plumbline.example.com');
  for (const name of ['STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_ID', 'PLUMBLINE_PUBLIC_URL'])
    await expect(compose({ ...WHOLE, [name]: '' })).rejects.toThrow(
      `${name} is needed as well when STRIPE_SECRET_KEY is set`,
    );
});

test('reads one price, or several with names', async () => {
  const plansOf = async (text: string) => (await compose({ ...WHOLE, STRIPE_PRICE_ID: text }))?.provider.plans;
  expect(await plansOf('price_1')).toEqual(['standard']);
  expect(await plansOf('team=price_1, business=price_2')).toEqual(['team', 'business']);
  for (const bad of [
    'team=',
    '=price_1',
    'price_1,price_2',
    'a=price_1,a=price_2',
    'a=price_1,b=price_1',
    'A B=p',
    ',',
  ])
    await expect(plansOf(bad)).rejects.toThrow('STRIPE_PRICE_ID must be the id of a price');
});

test('accepts two secrets that fit into a header, and never repeats them', () => {
  const secrets = (text: string) => readConfig({ STRIPE_WEBHOOK_SECRET: text }).stripeWebhookSecrets;
  expect(secrets('whsec_new, whsec_old')).toEqual(['whsec_new', 'whsec_old']);
  for (const bad of ['whsec_1,whsec_2,whsec_3', 'whsec_1,', 'whsec_with space'])
    expect(() => secrets(bad)).toThrow(/^STRIPE_WEBHOOK_SECRET must be [^_]*$/);
  expect(() => readConfig({ STRIPE_SECRET_KEY: 'sk_live_\nx' })).toThrow(/^STRIPE_SECRET_KEY must be [^_]*$/);
});

test('requires an origin as the address of Stripe', () => {
  const base = (text: string) => readConfig({ STRIPE_API_BASE: text }).stripeApiBase;
  expect(base('')).toBe('https://api.stripe.com');
  expect(base('http://127.0.0.1:12111/')).toBe('http://127.0.0.1:12111');
  for (const bad of ['https://api.stripe.com/v1', 'https://user@api.stripe.com', 'ftp://api.stripe.com', 'stripe'])
    expect(() => base(bad)).toThrow('STRIPE_API_BASE must be');
});
