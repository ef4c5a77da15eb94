import type { LightMyRequestResponse as Response } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testApi, type TestApi } from '../../testkit/api.ts';
import { databases } from '../../testkit/database.ts';
import type { StripeEvent } from '../../testkit/stripe/account.ts';
import { providerOf } from '../../testkit/stripe/provider.ts';
import { startStripe, type StripeEmulator } from '../../testkit/stripe/start.ts';
import { newKey } from '../services/keys/format.ts';
import type { Store } from '../store/database.ts';
import { within } from '../store/scope.ts';

const PUBLIC = 'https://plumbline.example.com';
type Tenant = { id: string; key: string };

describe.each(await databases())('billing on $kind', ({ open }) => {
  let store: Store;
  let stripe: StripeEmulator;
  let api: TestApi;
  let acme: Tenant;
  const logged: string[] = [];
  const stack = new AsyncDisposableStack();
  let tenants = 0;

  beforeAll(async () => {
    store = await open();
    stack.defer(() => store.close());
    stripe = stack.use(await startStripe([{ id: 'price_team' }, { id: 'price_big' }]));
    const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) });
    const provider = providerOf(stripe, { retries: 0, onProblem: (problem) => log.warn(problem, 'Stripe') });
    api = await testApi(store, [], { billing: { provider, publicUrl: PUBLIC }, log });
    stack.defer(() => api.close());
  });
  beforeEach(async () => {
    stripe.heal();
    acme = await tenant('admin');
  });
  afterAll(() => stack.disposeAsync());

  const tenant = (scope: 'read' | 'write' | 'admin') => api.organization(`tenant-${(tenants += 1)}`, scope);
  const checkout = (key: string, body: object = {}) => api.call('POST', '/billing/checkout', { key, body });
  const portal = (key: string, body: object = {}) => api.call('POST', '/billing/portal', { key, body });
  const urlOf = (answer: Response) => {
    expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
    return answer.json<{ url: string }>().url;
  };
  const sessionOf = (answer: Response) => stripe.account.sessions.get(urlOf(answer).split('/').pop()!)!;
  function send({ payload, signature }: { payload: string; signature?: string }, headers: object = {}) {
    const all = new Headers({ 'content-type': 'application/json; charset=utf-8', ...headers });
    if (signature !== undefined) all.set('stripe-signature', signature);
    return api.call('POST', '/webhooks/stripe', { payload, headers: Object.fromEntries(all) });
  }
  const deliver = (event: unknown) => send(stripe.sign(event));
  async function deliverAll(events: StripeEvent[]) {
    for (const event of events) expect((await deliver(event)).json()).toEqual({ received: true });
  }
  async function standing({ id }: Tenant) {
    const listed = await api.call('GET', '/orgs?limit=100', { key: api.operatorKey });
    const found = listed.json<Record<string, unknown>[]>().find((organization) => organization.id === id)!;
    const { plan, billing_status, cancel_at_period_end, current_period_end } = found;
    return { plan, billing_status, cancel_at_period_end, paid: current_period_end !== null };
  }
  async function subscribe({ key }: Tenant): Promise<string> {
    const { subscription, events } = stripe.people.completeCheckout(urlOf(await checkout(key)));
    await deliverAll(events);
    return subscription;
  }
  const NONE = { plan: null, billing_status: 'none', cancel_at_period_end: false, paid: false };
  const ACTIVE = { plan: 'team', billing_status: 'active', cancel_at_period_end: false, paid: true };

  test('begins without a plan, pays, cancels, and subscribes again', async () => {
    expect(await standing(acme)).toEqual(NONE);
    const id = await subscribe(acme);
    expect(await standing(acme)).toEqual(ACTIVE);
    await deliverAll(stripe.people.changePlan(id, 'price_big'));
    expect(await standing(acme)).toEqual({ ...ACTIVE, plan: 'plan1' });
    await deliverAll(stripe.people.failPayment(id));
    expect(await standing(acme)).toMatchObject({ billing_status: 'past_due', plan: 'plan1' });
    await deliverAll(stripe.people.renew(id));
    await deliverAll(stripe.people.pause(id));
    expect(await standing(acme)).toMatchObject({ billing_status: 'paused' });
    await deliverAll(stripe.people.resume(id));
    await deliverAll(stripe.people.cancelAtPeriodEnd(id));
    expect(await standing(acme)).toMatchObject({ billing_status: 'active', cancel_at_period_end: true });
    await deliverAll(stripe.people.cancel(id));
    expect(await standing(acme)).toEqual({ ...NONE, billing_status: 'canceled' });

    const second = await subscribe(acme);
    expect(await standing(acme)).toEqual(ACTIVE);
    // Events of the first subscription do not affect the second.
    await deliverAll([...stripe.people.cancel(id), ...stripe.people.cancel(id)]);
    expect(await standing(acme)).toEqual(ACTIVE);
    await deliverAll(stripe.people.cancel(second));
    expect(await standing(acme)).toMatchObject({ billing_status: 'canceled' });
  });

  test("logs changes as Stripe's", async () => {
    const id = await subscribe(acme);
    const log = (await api.call('GET', `/orgs/${acme.id}/audit`, { key: acme.key })).json<Record<string, unknown>[]>();
    expect(log.map(({ action }) => action)).toEqual([
      'billing.update',
      'billing.customer',
      'key.create',
      'organization.create',
    ]);
    expect(log[0]).toMatchObject({
      actor: { kind: 'system', name: 'stripe' },
      target: { kind: 'subscription', id },
      detail: { plan: { before: null, after: 'team' }, billing_status: { before: 'none', after: 'active' } },
    });
  });

  test('opens a checkout for the chosen plan, and returns here', async () => {
    const usual = sessionOf(await checkout(acme.key));
    expect(usual.price.id).toBe('price_team');
    expect(usual.session).toMatchObject({
      success_url: `${PUBLIC}/?checkout=success`,
      cancel_url: `${PUBLIC}/?checkout=canceled`,
      client_reference_id: acme.id,
    });
    const [success_url, cancel_url] = [
      `${PUBLIC}/done?s={CHECKOUT_SESSION_ID}`,
      'HTTPS://Plumbline.example.com:443/no',
    ];
    const other = sessionOf(await checkout(acme.key, { plan: 'plan1', success_url, cancel_url }));
    expect(other.price.id).toBe('price_big');
    expect(other.session).toMatchObject({ success_url, cancel_url: `${PUBLIC}/no`, customer: usual.session.customer });
    urlOf(await portal(acme.key, { return_url: `${PUBLIC}/settings` }));
    expect(stripe.account.portals.at(-1)).toEqual({
      customer: usual.session.customer,
      return_url: `${PUBLIC}/settings`,
    });
  });

  test('rejects foreign return URLs, unknown plans and unknown fields before a request to Stripe', async () => {
    const asked = stripe.seen.length;
    for (const [path, body, field] of [
      ['/billing/checkout', { success_url: 'https://evil.example/' }, '/success_url'],
      ['/billing/checkout', { cancel_url: `${PUBLIC}@evil.example/` }, '/cancel_url'],
      ['/billing/checkout', { success_url: '//evil.example' }, '/success_url'],
      ['/billing/checkout', { success_url: 'javascript:alert(1)' }, '/success_url'],
      ['/billing/checkout', { success_url: '' }, '/success_url'],
      ['/billing/checkout', { success_url: null }, '/success_url'],
      ['/billing/checkout', { plan: 'toString' }, '/plan'],
      ['/billing/checkout', { plan: 'price_team' }, '/plan'],
      ['/billing/checkout', { price: 'price_team' }, '/price'],
      ['/billing/portal', { return_url: `http://plumbline.example.com/` }, '/return_url'],
      ['/billing/portal', { return_url: `https:\\\\evil.example` }, '/return_url'],
    ] as const) {
      const answer = await api.call('POST', path, { key: acme.key, body });
      expect([body, answer.statusCode]).toEqual([body, 422]);
      expect(answer.json<{ errors: unknown[] }>().errors).toEqual([{ path: field, message: expect.any(String) }]);
      expect(answer.body).not.toContain('evil.example');
    }
    expect(stripe.seen.length).toBe(asked);
  });

  test('requires an admin, and answers 404 for another organization', async () => {
    const writer = await tenant('write');
    const rival = await tenant('admin');
    for (const call of [checkout, portal]) {
      expect((await call(writer.key)).statusCode).toBe(403);
      expect((await call(newKey())).statusCode).toBe(401);
      const [foreign, none] = await Promise.all(
        [rival.id, 'org_0000000000000000000000'].map((org_id) => call(acme.key, { org_id })),
      );
      expect(foreign!.statusCode).toBe(404);
      const { request_id: _, ...body } = foreign!.json<Record<string, unknown>>();
      expect(none!.json()).toMatchObject(body);
    }
    urlOf(await checkout(acme.key, { org_id: acme.id }));
    expect(stripe.account.customers.size).toBeGreaterThan(0);
    const rows = await store.db.selectFrom('organizations').select('customer_id').where('id', '=', rival.id).execute();
    expect(rows).toEqual([{ customer_id: null }]);
  });

  test('requires the operator to name the organization', async () => {
    for (const call of [checkout, portal]) {
      const answer = await call(api.operatorKey);
      expect([answer.statusCode, answer.json()]).toMatchObject([422, { errors: [{ path: '/org_id' }] }]);
    }
    const { session } = sessionOf(await checkout(api.operatorKey, { org_id: acme.id }));
    expect(session.client_reference_id).toBe(acme.id);
  });

  test('answers 409 with advice: without billing, without a customer, with a subscription', async () => {
    const bare = await testApi(store);
    const { key } = await bare.organization(`bare-${(tenants += 1)}`, 'admin');
    for (const path of ['/billing/checkout', '/billing/portal']) {
      const answer = await bare.call('POST', path, { key, body: {} });
      expect([answer.statusCode, answer.json()]).toMatchObject([409, { code: 'not_configured' }]);
    }
    const { payload, signature } = stripe.sign({});
    const delivered = await bare.call('POST', '/webhooks/stripe', {
      payload,
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    });
    expect(delivered.statusCode).toBe(409);
    await bare.close();

    const early = await portal(acme.key);
    expect([early.statusCode, early.json()]).toMatchObject([
      409,
      { code: 'conflict', detail: expect.stringContaining('/billing/checkout') },
    ]);
    const { events } = stripe.people.completeCheckout(urlOf(await checkout(acme.key)));
    const subscribed = { code: 'conflict', detail: expect.stringContaining('/billing/portal') };
    // Before the events have arrived, and after.
    for (const arrived of [[], events]) {
      await deliverAll(arrived);
      const answer = await checkout(acme.key);
      expect([answer.statusCode, answer.json()]).toMatchObject([409, subscribed]);
    }
    urlOf(await portal(acme.key));
  });

  test('creates one customer for simultaneous checkouts', async () => {
    const before = stripe.account.customers.size;
    stripe.fail({ request: 'POST /v1/customers', how: { delayMs: 100 }, times: 1 });
    const patient = await testApi(store, [], { billing: { provider: providerOf(stripe), publicUrl: PUBLIC } });
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => patient.call('POST', '/billing/checkout', { key: acme.key, body: {} })),
    );
    expect(new Set(answers.map((answer) => sessionOf(answer).session.customer)).size).toBe(1);
    expect(stripe.account.customers.size).toBe(before + 1);
    await patient.close();
  });

  test('replaces a customer that Stripe no longer has, without its subscriptions', async () => {
    await subscribe(acme);
    const [row] = await store.db.selectFrom('organizations').select('customer_id').where('id', '=', acme.id).execute();
    const former = row!.customer_id!;
    stripe.people.deleteCustomer(former);
    expect((await portal(acme.key)).statusCode).toBe(409);
    const gone = [...stripe.account.subscriptions.values()].find(({ customer }) => customer === former)!;
    await deliverAll(stripe.people.cancel(gone.id));
    const answers = await Promise.all([checkout(acme.key), checkout(acme.key)]);
    const customers = new Set(answers.map((answer) => sessionOf(answer).session.customer));
    expect(customers.size).toBe(1);
    expect(customers).not.toContain(former);
    expect(await standing(acme)).toEqual(NONE);
    // Later events of the former customer are ignored.
    await deliverAll(stripe.people.cancel(gone.id));
    expect(await standing(acme)).toEqual(NONE);
    const second = stripe.people.completeCheckout(urlOf(answers[0]));
    await deliverAll(second.events);
    expect(await standing(acme)).toEqual(ACTIVE);
  });

  test('answers 503 with Retry-After while Stripe is away, and recovers', async () => {
    const hasty = await testApi(store, [], {
      billing: { provider: providerOf(stripe, { timeoutMs: 500 }), publicUrl: PUBLIC },
    });
    for (const how of [
      { status: 500, when: 'before' },
      { status: 429, when: 'before' },
      { silent: true },
      { cut: 'before' },
    ] as const) {
      stripe.fail({ request: '', how });
      const answer = await hasty.call('POST', '/billing/checkout', { key: acme.key, body: {} });
      expect([how, answer.statusCode, answer.headers['retry-after']]).toEqual([how, 503, '30']);
      expect(answer.json()).toMatchObject({ code: 'unavailable', status: 503 });
      expect(answer.body).not.toMatch(/acct_|Stripe|internal/);
      stripe.heal();
    }
    await hasty.close();
    const { events } = stripe.people.completeCheckout(urlOf(await checkout(acme.key)));
    stripe.fail({ request: 'GET /v1/subscriptions/', how: { status: 503, when: 'before' } });
    for (const event of events) expect((await deliver(event)).statusCode).toBe(503);
    expect(await standing(acme)).toEqual(NONE);
    stripe.heal();
    await deliverAll(events);
    expect(await standing(acme)).toEqual(ACTIVE);
  });

  test('answers 502 for a wrong key in the settings', async () => {
    const provider = providerOf(stripe, { secretKey: 'sk_test_wrong' });
    const wrong = await testApi(store, [], { billing: { provider, publicUrl: PUBLIC } });
    const answer = await wrong.call('POST', '/billing/checkout', { key: acme.key, body: {} });
    expect([answer.statusCode, answer.json()]).toMatchObject([502, { code: 'payment_provider_error' }]);
    expect(answer.body).not.toMatch(/sk_test|Invalid API Key/);
    await wrong.close();
  });

  test('accepts only signed JSON deliveries of at most 1 MiB', async () => {
    const event = { id: 'evt_x', type: 'customer.created', created: 1, data: { object: {} } };
    const { payload, signature } = stripe.sign(event);
    expect((await send({ payload, signature })).statusCode).toBe(200);
    const forged = await send({ payload: payload.replace('evt_x', 'evt_y'), signature });
    expect([forged.statusCode, forged.json()]).toMatchObject([401, { code: 'invalid_signature' }]);
    expect(forged.headers['www-authenticate']).toBeUndefined();
    const at = Math.floor(Date.now() / 1000);
    for (const then of [at - 310, at + 310])
      expect((await send(stripe.sign(event, { at: then }))).statusCode).toBe(401);
    expect((await send(stripe.sign(event, { secret: 'whsec_other' }))).statusCode).toBe(401);
    expect((await send({ payload })).json()).toMatchObject({ status: 400, code: 'bad_request' });
    const bare = { 'stripe-signature': signature };
    expect((await api.call('POST', '/webhooks/stripe', { headers: bare })).statusCode).toBe(401);
    expect((await send(stripe.sign('{"half":'))).json()).toMatchObject({ status: 400, code: 'invalid_json' });
    expect((await send({ payload, signature }, { 'content-type': 'text/plain' })).statusCode).toBe(415);
    const big = stripe.sign({ ...event, padding: 'x'.repeat(1024 * 1024) });
    expect((await send(big)).statusCode).toBe(413);
    const fits = stripe.sign({ ...event, padding: 'x'.repeat(1024 * 1024 - 300) });
    expect((await send(fits)).statusCode).toBe(200);
    expect((await api.call('GET', '/webhooks/stripe')).headers.allow).toBe('POST');
    // Bodies of other routes are still parsed.
    expect((await checkout(acme.key, { nonsense: 1 })).json()).toMatchObject({ code: 'invalid_input' });
  });

  test('counts deliveries by address, and loses none to a limit', async () => {
    const provider = providerOf(stripe);
    const tight = await testApi(store, [], { billing: { provider, publicUrl: PUBLIC }, limits: { key: 2, org: 2 } });
    const event = { id: 'evt_many', type: 'customer.created', created: 1, data: { object: {} } };
    for (const left of ['1', '0', '0', '0']) {
      const { payload, signature } = stripe.sign(event);
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
      const answer = await tight.call('POST', '/webhooks/stripe', { payload, headers });
      expect([answer.statusCode, answer.headers['x-ratelimit-remaining']]).toEqual([200, left]);
    }
    await tight.close();
  });

  test('acknowledges events of others without storing them', async () => {
    const object = { id: 'sub_foreign', customer: 'cus_foreign', status: 'active' };
    const event = { id: 'evt_foreign', type: 'customer.subscription.created', created: 1, data: { object } };
    const asked = stripe.seen.length;
    expect((await deliver(event)).json()).toEqual({ received: true });
    expect(stripe.seen.length).toBe(asked);
    const kept = await store.db.selectFrom('billing_events').select('id').where('id', '=', 'evt_foreign').execute();
    expect(kept).toEqual([]);
  });

  test('acknowledges copies of an event once, also a hundred at once', async () => {
    const { subscription, events } = stripe.people.completeCheckout(urlOf(await checkout(acme.key)));
    // Retries as Stripe does when the database is too busy.
    const delivered = async (): Promise<number> => {
      const { statusCode } = await deliver(events[0]!);
      return statusCode === 503 ? delivered() : statusCode;
    };
    const copies = await Promise.all(Array.from({ length: 100 }, delivered));
    expect(new Set(copies)).toEqual(new Set([200]));
    const [row] = await within(store.db, 'instance')
      .selectFrom('subscriptions')
      .selectAll()
      .where('id', '=', subscription)
      .execute();
    expect([row!.revision, row!.org_id]).toEqual([1, acme.id]);
    const asked = stripe.seen.length;
    await deliver(events[0]!);
    expect(stripe.seen.length).toBe(asked);
  });

  test('shows and logs no secrets', async () => {
    await subscribe(acme);
    stripe.fail({ request: '', how: { status: 500, when: 'before' } });
    const answers = [
      await checkout(acme.key),
      await portal(acme.key),
      await deliver({ id: 'evt_z', type: 'x', created: 1 }),
    ];
    const { payload, signature } = stripe.sign({ id: 'evt_secret_payload' }, { secret: 'whsec_wrong' });
    answers.push(await send({ payload, signature }));
    const text = logged.join('') + answers.map(({ body, headers }) => body + JSON.stringify(headers)).join('');
    expect(logged.length).toBeGreaterThan(10);
    expect(text).toContain('stripe_request_id');
    for (const secret of [
      stripe.secretKey,
      stripe.webhookSecret,
      signature,
      'acct_1Secret',
      'evt_secret_payload',
      acme.key,
      api.operatorKey,
    ])
      expect(text).not.toContain(secret);
  });
});
