import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from '../src/server/lifecycle.ts';
import { createDatabase } from '../testkit/database.ts';
import { startHere } from '../testkit/start-here.ts';
import { missing } from '../testkit/needs.ts';
import { startStripe, type StripeEmulator } from '../testkit/stripe/start.ts';
import type { StripeEvent } from '../testkit/stripe/account.ts';
import { temporaryDirectory } from '../testkit/tmp.ts';

const OPERATOR = 'an-operator-key-for-the-billing-test';
const PUBLIC = 'https://plumbline.example.com';
const OLD_SECRET = 'whsec_the_one_before_it_was_rolled';

type Asked = { status: number; body: Record<string, unknown> };
const kinds = (await missing('postgres')) ? (['embedded'] as const) : (['embedded', 'postgres'] as const);

describe.each(kinds)('from checkout to cancellation, a server on %s and Stripe', (kind) => {
  let stripe: StripeEmulator;
  let server: RunningServer;
  let tenants = 0;
  const stack = new AsyncDisposableStack();

  beforeAll(async () => {
    stripe = stack.use(await startStripe([{ id: 'price_team' }, { id: 'price_business' }]));
    const database = kind === 'postgres' ? await createDatabase() : undefined;
    if (database) stack.defer(() => database.drop());
    const dir = stack.use(await temporaryDirectory());
    const env = {
      PORT: '0',
      PLUMBLINE_DATA_DIR: dir.path,
      PLUMBLINE_ADMIN_KEY: OPERATOR,
      PLUMBLINE_LOG_LEVEL: 'silent',
      PLUMBLINE_WORKERS: '0',
      PLUMBLINE_PUBLIC_URL: PUBLIC,
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: `${stripe.webhookSecret},${OLD_SECRET}`,
      STRIPE_PRICE_ID: 'team=price_team,business=price_business',
      STRIPE_API_BASE: stripe.url,
      ...(database ? { DATABASE_URL: database.url } : {}),
    };
    server = await startHere(env);
    stack.defer(() => server.stop());
  });
  afterAll(() => stack.disposeAsync());

  async function ask(method: string, path: string, body?: unknown, key = OPERATOR): Promise<Asked> {
    const response = await fetch(`${server.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Asked['body'] };
  }
  async function tenant(): Promise<{ id: string; key: string }> {
    const { id } = (await ask('POST', '/orgs', { login: `tenant-${(tenants += 1)}` })).body;
    const made = await ask('POST', `/orgs/${String(id)}/keys`, { name: 'billing', scopes: ['admin'] });
    return { id: String(id), key: String(made.body.key) };
  }
  async function standing(id: string) {
    const organizations = (await ask('GET', '/orgs?limit=100')).body as unknown as Record<string, unknown>[];
    const { plan, billing_status } = organizations.find((organization) => organization.id === id) ?? {};
    return { plan, billing_status };
  }
  const deliver = (event: StripeEvent, secret?: string) =>
    stripe.deliver(event, `${server.url}/api/v1/webhooks/stripe`, secret === undefined ? {} : { secret });

  const orders: Record<string, (events: StripeEvent[]) => Promise<number[]>> = {
    'in order': async (events) => {
      const statuses: number[] = [];
      for (const event of events) statuses.push(await deliver(event));
      return statuses;
    },
    reversed: (events) => orders['in order']!(events.toReversed()),
    doubled: (events) => orders['in order']!(events.flatMap((event) => [event, event])),
    'all at once, three times': (events) =>
      Promise.all([...events, ...events, ...events].map((event) => deliver(event))),
    'signed with the secret before': (events) => Promise.all(events.map((event) => deliver(event, OLD_SECRET))),
  };

  test.each(Object.keys(orders))('applies Stripe events %s', async (order) => {
    const { id, key } = await tenant();
    expect(await standing(id)).toEqual({ plan: null, billing_status: 'none' });
    const { status, body } = await ask('POST', '/billing/checkout', { plan: 'business' }, key);
    expect([status, body]).toEqual([200, { url: expect.stringMatching(/^https:\/\/checkout\.stripe\.com\//) }]);
    const { subscription, events } = stripe.people.completeCheckout(String(body.url));
    expect(new Set(await orders[order]!(events))).toEqual(new Set([200]));
    expect(await standing(id)).toEqual({ plan: 'business', billing_status: 'active' });

    const portal = await ask('POST', '/billing/portal', {}, key);
    expect([portal.status, portal.body]).toEqual([
      200,
      { url: expect.stringMatching(/^https:\/\/billing\.stripe\.com\//) },
    ]);
    expect(stripe.account.portals.at(-1)?.return_url).toBe(`${PUBLIC}/`);
    stripe.account.now += 60;
    const later = [...stripe.people.failPayment(subscription), ...stripe.people.cancel(subscription)];
    expect(new Set(await orders[order]!([...events, ...later]))).toEqual(new Set([200]));
    expect(await standing(id)).toEqual({ plan: null, billing_status: 'canceled' });
  });

  test('does not acknowledge an event that it could not look up, and processes its redelivery', async () => {
    const { id, key } = await tenant();
    const { url } = (await ask('POST', '/billing/checkout', {}, key)).body;
    const { events } = stripe.people.completeCheckout(String(url));
    stripe.fail({ request: 'GET /v1/subscriptions/', how: { status: 500, when: 'before' } });
    expect(await deliver(events[0]!)).toBe(503);
    expect(await standing(id)).toEqual({ plan: null, billing_status: 'none' });
    stripe.heal();
    expect(await deliver(events[0]!)).toBe(200);
    expect(await standing(id)).toEqual({ plan: 'team', billing_status: 'active' });
  });
});
