import { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readForm } from './form.ts';
import { startStripe, type StripeEmulator } from './start.ts';

test('parses forms with brackets', () => {
  expect(readForm('mode=subscription&line_items[0][price]=price_1&metadata[org%20id]=a%26b&name=')).toEqual({
    mode: 'subscription',
    line_items: { 0: { price: 'price_1' } },
    metadata: { 'org id': 'a&b' },
    name: '',
  });
});

describe('the emulator, asked by Stripe’s own library', () => {
  let emulator: StripeEmulator;
  let stripe: Stripe;
  beforeAll(async () => {
    emulator = await startStripe([{ id: 'price_1' }]);
    const { port } = new URL(emulator.url);
    const address = { protocol: 'http', host: '127.0.0.1', port } as const;
    stripe = new Stripe(emulator.secretKey, { ...address, maxNetworkRetries: 0 });
  });
  afterAll(() => emulator[Symbol.asyncDispose]());

  const idempotencyKey = 'a key';
  const create = (name: string, key = idempotencyKey) => stripe.customers.create({ name }, { idempotencyKey: key });

  test('repeats the answer of an idempotency key, and rejects another request', async () => {
    const first = await create('acme');
    const again = await create('acme');
    expect([again.id, again.lastResponse.headers['idempotent-replayed']]).toEqual([first.id, 'true']);
    await expect(create('other')).rejects.toMatchObject({ type: 'StripeIdempotencyError' });
    expect((await create('acme', 'another')).id).not.toBe(first.id);
  });

  test('reports a conflict for a key in use, and repeats a failure, but no rate limit', async () => {
    emulator.fail({ request: 'POST /v1/customers', how: { delayMs: 200 }, times: 1 });
    const answers = await Promise.allSettled([create('acme', 'busy'), create('acme', 'busy')]);
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    for (const [status, kept] of [
      [500, true],
      [429, false],
    ] as const) {
      emulator.fail({ request: 'POST /v1/customers', how: { status, when: 'before' }, times: 1 });
      await expect(create('acme', `after ${status}`)).rejects.toMatchObject({ statusCode: status });
      const second = await create('acme', `after ${status}`).catch((error: unknown) => error);
      expect(second instanceof Stripe.errors.StripeError).toBe(kept);
    }
  });

  test('rejects in Stripe’s form', async () => {
    await expect(stripe.subscriptions.retrieve('sub_none')).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 404,
      code: 'resource_missing',
      param: 'id',
      requestId: expect.stringMatching(/^req_/),
    });
    const session = { mode: 'subscription', customer: 'cus_none', success_url: 'https://a.example' } as const;
    await expect(stripe.checkout.sessions.create(session)).rejects.toMatchObject({
      statusCode: 400,
      param: 'customer',
    });
    await expect(stripe.products.list()).rejects.toMatchObject({ statusCode: 404 });
    const stranger = new Stripe('sk_test_other', {
      protocol: 'http',
      host: '127.0.0.1',
      port: new URL(emulator.url).port,
    });
    await expect(stranger.customers.create({})).rejects.toMatchObject({ type: 'StripeAuthenticationError' });
  });

  test('signs events for the library', () => {
    const { payload, signature } = emulator.sign({ id: 'evt_1', object: 'event' });
    expect(stripe.webhooks.constructEvent(payload, signature, emulator.webhookSecret).id).toBe('evt_1');
    expect(() => stripe.webhooks.constructEvent(payload, signature, 'whsec_other')).toThrow('No signatures found');
  });
});
