import { createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { providerOf } from '../../../testkit/stripe/provider.ts';
import { startStripe, type StripeEmulator } from '../../../testkit/stripe/start.ts';
import type { PaymentProvider } from '../../services/billing/port.ts';
import type { StripeProblem } from './problem.ts';

const ORG = { id: 'org_1', login: 'acme' };
const BACK = {
  success_url: 'https://plumbline.example/?s={CHECKOUT_SESSION_ID}',
  cancel_url: 'https://plumbline.example/c',
};

describe('Stripe over HTTP', () => {
  let stripe: StripeEmulator;
  let provider: PaymentProvider;
  let problems: StripeProblem[];
  const stack = new AsyncDisposableStack();

  beforeAll(async () => {
    stripe = stack.use(
      await startStripe([{ id: 'price_team' }, { id: 'price_big' }, { id: 'price_odd', lookup_key: 'odd' }]),
    );
  });
  beforeEach(() => {
    problems = [];
    stripe.heal();
    stripe.seen.length = 0;
    stripe.account.customers.clear();
    stripe.account.subscriptions.clear();
    const plans = [
      { name: 'team', price: 'price_team' },
      { name: 'big', price: 'price_big' },
    ] as const;
    provider = providerOf(stripe, { plans, timeoutMs: 1500, onProblem: (problem) => problems.push(problem) });
  });
  afterAll(() => stack.disposeAsync());

  const customer = () => provider.createCustomer({ ...ORG, id: `org_${stripe.seen.length}_${Math.random()}` }, null);
  const order = (id: string, plan = 'team') =>
    provider.createCheckout({ customer_id: id, org_id: ORG.id, plan, ...BACK });
  async function subscribed(plan?: string): Promise<string> {
    return stripe.people.completeCheckout((await order(await customer(), plan))!).subscription;
  }
  const sent = (request: string) => stripe.seen.filter((one) => one.request === request);

  test('creates customer, checkout and portal, and reads the subscription', async () => {
    const id = await provider.createCustomer(ORG, null);
    expect(stripe.account.customers.get(id)).toMatchObject({ name: 'acme', metadata: { org_id: 'org_1' } });
    expect(await provider.listSubscriptions(id)).toEqual([]);

    const url = await order(id, 'big');
    expect(url).toMatch(/^https:\/\/checkout\.stripe\.com\//);
    const { session, price } = stripe.account.sessions.get(url!.split('/').pop()!)!;
    expect(price.id).toBe('price_big');
    expect(session).toMatchObject({ customer: id, client_reference_id: 'org_1', mode: 'subscription', ...BACK });

    const { subscription } = stripe.people.completeCheckout(url!);
    const found = await provider.fetchSubscription(subscription);
    expect(found).toEqual({
      id: subscription,
      customer_id: id,
      status: 'active',
      plan: 'big',
      current_period_end: expect.any(Date),
      cancel_at_period_end: false,
      created_at: new Date(stripe.account.now * 1000),
    });
    expect(await provider.listSubscriptions(id)).toEqual([found]);
    expect(await provider.createPortal(id, BACK.cancel_url)).toMatch(/^https:\/\/billing\.stripe\.com\//);
    expect(stripe.account.portals.at(-1)).toEqual({ customer: id, return_url: BACK.cancel_url });
  });

  test('reads a scheduled end, however it was set, and names an unknown price as Stripe does', async () => {
    for (const how of ['cancel_at', 'flag'] as const) {
      const id = await subscribed();
      stripe.people.cancelAtPeriodEnd(id, how);
      expect(await provider.fetchSubscription(id)).toMatchObject({ status: 'active', cancel_at_period_end: true });
    }
    const id = await subscribed();
    stripe.people.changePlan(id, 'price_odd');
    expect(await provider.fetchSubscription(id)).toMatchObject({ plan: 'odd' });
  });

  test('returns undefined for unknown ids', async () => {
    expect(await provider.fetchSubscription('sub_none')).toBeUndefined();
    expect(await provider.listSubscriptions('cus_none')).toBeUndefined();
    expect(await order('cus_none')).toBeUndefined();
    expect(await provider.createPortal('cus_none', BACK.cancel_url)).toBeUndefined();
    expect(problems).toEqual([]);
  });

  test('returns one customer for simultaneous requests of one organization', async () => {
    stripe.fail({ request: 'POST /v1/customers', how: { delayMs: 200 }, times: 1 });
    const made = await Promise.all(
      Array.from({ length: 5 }, () => provider.createCustomer({ ...ORG, id: 'org_many' }, null)),
    );
    expect(new Set(made).size).toBe(1);
    expect(stripe.account.customers.size).toBe(1);
    const next = await provider.createCustomer({ ...ORG, id: 'org_many' }, made[0]!);
    expect(next).not.toBe(made[0]);
  });

  test.each([{ cut: 'before' }, { cut: 'after' }, { silent: true }] as const)(
    'what is lost on the way (%j) is sent again, and done once',
    async (how) => {
      stripe.fail({ request: 'POST /v1/customers', how, times: 1 });
      const id = await customer();
      expect([...stripe.account.customers.keys()]).toEqual([id]);
      const keys = sent('POST /v1/customers').map(({ headers }) => headers['idempotency-key']);
      expect(keys).toHaveLength(2);
      expect(new Set(keys).size).toBe(1);
      stripe.account.sessions.clear();
      stripe.fail({ request: 'POST /v1/checkout/sessions', how, times: 1 });
      expect(await order(id)).toBeTruthy();
      expect(stripe.account.sessions.size).toBe(1);
    },
  );

  test('creates a customer despite a failure that Stripe keeps under a key', async () => {
    stripe.fail({ request: 'POST /v1/customers', how: { status: 500, when: 'before' } });
    const unlucky = () => provider.createCustomer({ ...ORG, id: 'org_unlucky' }, null);
    for (let i = 0; i < 5; i += 1) await expect(unlucky()).rejects.toMatchObject({ code: 'unavailable' });
    stripe.heal();
    const id = await unlucky();
    expect(await provider.createCustomer({ ...ORG, id: 'org_unlucky' }, null)).toBe(id);
    expect(stripe.account.customers.size).toBe(1);
  });

  test.each([
    { status: 500, when: 'before' },
    { status: 503, when: 'before' },
    { status: 429, when: 'before' },
    { silent: true },
    { cut: 'before' },
    { body: '<html>Bad gateway</html>' },
    { body: '{"half":' },
  ] as const)('away (%j) is unavailable, with when to try again, and none of its words', async (how) => {
    const id = await customer();
    stripe.fail({ request: 'POST /v1/billing_portal', how });
    const thrown = await provider.createPortal(id, BACK.cancel_url).catch((error: unknown) => error);
    expect(thrown).toMatchObject({
      code: 'unavailable',
      retryAfter: 30,
      message: 'The payment provider does not answer at the moment; try again.',
    });
    expect((thrown as Error).cause).toBeUndefined();
    expect(problems).toHaveLength(1);
    expect(JSON.stringify(problems)).not.toContain('acct_1Secret');
  });

  test('reports an unreachable Stripe as unavailable', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    await new Promise((resolve) => server.close(resolve));
    const nobody = providerOf(stripe, { apiBase: `http://127.0.0.1:${port}` });
    await expect(nobody.createCustomer(ORG, null)).rejects.toMatchObject({ code: 'unavailable' });
  });

  test("distinguishes refusals, and logs Stripe's codes without key or text", async () => {
    const id = await customer();
    const wrongKey = `sk_live_${'x'.repeat(24)}`;
    const onProblem = (problem: StripeProblem) => problems.push(problem);
    const refusals = [
      providerOf(stripe, { secretKey: wrongKey, onProblem }).createPortal(id, BACK.cancel_url),
      providerOf(stripe, { plans: [{ name: 'team', price: 'price_gone' }], onProblem }).createCheckout({
        customer_id: id,
        org_id: ORG.id,
        plan: 'team',
        ...BACK,
      }),
    ];
    for (const refusal of refusals)
      await expect(refusal).rejects.toMatchObject({
        code: 'payment_provider_error',
        message: 'The payment provider refused the request; the server’s log says why.',
      });
    expect(problems).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ operation: 'billing_portal.sessions.create', http_status: 401 }),
        expect.objectContaining({ http_status: 400, code: 'resource_missing', param: 'line_items[0][price]' }),
      ]),
    );
    expect(JSON.stringify(problems)).not.toContain(wrongKey);
  });

  test('sends nothing about this machine or earlier requests', async () => {
    await customer();
    await customer();
    for (const { headers } of stripe.seen) {
      expect(headers['x-stripe-client-telemetry']).toBeUndefined();
      expect(headers['x-stripe-client-user-agent']).not.toMatch(/platform|telemetry/);
    }
  });
});
