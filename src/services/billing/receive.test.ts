import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApi, type TestApi } from '../../../testkit/api.ts';
import { databases } from '../../../testkit/database.ts';
import type { StripeEvent } from '../../../testkit/stripe/account.ts';
import type { Shopper } from '../../../testkit/stripe/shopper.ts';
import { providerOf } from '../../../testkit/stripe/provider.ts';
import { startStripe, type StripeEmulator } from '../../../testkit/stripe/start.ts';
import type { Store } from '../../store/database.ts';
import { startCheckout } from './checkout.ts';
import { receivePaymentEvent } from './receive.ts';

type Step = Exclude<keyof Shopper, 'completeCheckout' | 'deleteCustomer' | 'changePlan'> | 'upgrade';
const STEPS: Step[] = ['failPayment', 'renew', 'pause', 'resume', 'cancelAtPeriodEnd', 'upgrade'];

/** The events of a subscription's life, and how they arrive: order, copies, concurrency, delays. */
const lives = fc.record({
  steps: fc.array(fc.constantFrom(...STEPS), { minLength: 1, maxLength: 6 }),
  cancels: fc.boolean(),
  secondsBetween: fc.constantFrom(0, 1, 60),
  /** The number of steps by which a delivery is delayed; fractions change the order as well. */
  delays: fc.infiniteStream(fc.double({ min: 0, max: 8, noNaN: true })),
  copies: fc.infiniteStream(fc.integer({ min: 1, max: 3 })),
  together: fc.integer({ min: 1, max: 5 }),
});

describe.each(await databases())('events in any order on $kind', ({ kind, open }) => {
  let store: Store;
  let stripe: StripeEmulator;
  let api: TestApi;
  let organizations = 0;
  const stack = new AsyncDisposableStack();
  beforeAll(async () => {
    store = await open();
    stack.defer(() => store.close());
    stripe = stack.use(await startStripe([{ id: 'price_team' }, { id: 'price_big' }]));
    const billing = { provider: providerOf(stripe), publicUrl: 'https://plumbline.example.com' };
    api = await testApi(store, [], { billing });
    stack.defer(() => api.close());
  });
  afterAll(() => stack.disposeAsync());

  const receive = (event: StripeEvent) => {
    const { payload, signature } = stripe.sign(event);
    return receivePaymentEvent(api.services, { body: Buffer.from(payload), signature, request_id: 'req_1' });
  };
  async function begin() {
    const { id } = await api.organization(`life-${(organizations += 1)}`, 'read');
    const ctx = { ...api.services, principal: { kind: 'operator' }, request_id: 'req_1' } as const;
    const { url } = await startCheckout(ctx, { org_id: id });
    return { orgId: id, ...stripe.people.completeCheckout(url) };
  }
  function live(subscription: string, step: Step): StripeEvent[] {
    return step === 'upgrade' ? stripe.people.changePlan(subscription, 'price_big') : stripe.people[step](subscription);
  }
  async function statusOfOrg(orgId: string) {
    const row = await store.db
      .selectFrom('organizations')
      .selectAll()
      .where('id', '=', orgId)
      .executeTakeFirstOrThrow();
    const { plan, billing_status, current_period_end, cancel_at_period_end } = row;
    return { plan, billing_status, current_period_end, cancel_at_period_end };
  }
  /** The expected status, computed from Stripe's data without Plumbline. */
  function truth(subscription: string) {
    const { status, items, cancel_at } = stripe.account.subscriptions.get(subscription)!;
    const [item] = items.data;
    if (status === 'canceled')
      return { plan: null, billing_status: status, current_period_end: null, cancel_at_period_end: false };
    return {
      plan: item!.price.id === 'price_big' ? 'plan1' : 'team',
      billing_status: status,
      current_period_end: new Date(item!.current_period_end * 1000),
      cancel_at_period_end: cancel_at !== null && cancel_at <= item!.current_period_end,
    };
  }

  test('converges on the subscription, whatever the order, copies and timing of events', async () => {
    await fc.assert(
      fc.asyncProperty(lives, async ({ steps, cancels, secondsBetween, delays, copies, together }) => {
        const { orgId, subscription, events } = await begin();
        const due = events.map((event) => ({ event, at: 0 }));
        const arriving: { event: StripeEvent; at: number }[] = [];
        const put = (made: StripeEvent[], step: number) => {
          for (const event of made)
            for (let copy = copies.next().value; copy > 0; copy -= 1)
              arriving.push({ event, at: step + delays.next().value });
        };
        put(
          due.map(({ event }) => event),
          0,
        );
        const all: Step[] = cancels ? [...steps, 'cancel'] : steps;
        for (let step = 0; step <= all.length + 8; step += 1) {
          const made = all[step];
          if (made) put(live(subscription, made), step);
          stripe.account.now += secondsBetween;
          const now = arriving.filter(({ at }) => at <= step).sort((a, b) => a.at - b.at);
          for (const one of now) arriving.splice(arriving.indexOf(one), 1);
          for (let i = 0; i < now.length; i += together)
            await Promise.all(now.slice(i, i + together).map(({ event }) => receive(event)));
        }
        expect(arriving).toEqual([]);
        expect(await statusOfOrg(orgId)).toEqual(truth(subscription));
      }),
      { numRuns: kind === 'embedded' ? 40 : 60 },
    );
  });

  test('does not overwrite a newer answer with an older one', async () => {
    const { orgId, subscription, events } = await begin();
    for (const event of events) await receive(event);
    const late = stripe.people.failPayment(subscription);
    // Its response is made before the subscription is canceled, and arrives afterwards.
    const held = stripe.holdNext('GET /v1/subscriptions/');
    const slow = receive(late[1]!);
    await held.answered;
    for (const event of stripe.people.cancel(subscription)) await receive(event);
    expect(await statusOfOrg(orgId)).toMatchObject({ billing_status: 'canceled' });
    held.release();
    await slow;
    expect(await statusOfOrg(orgId)).toMatchObject({ billing_status: 'canceled' });
  });

  test('does not ask Stripe about an outdated event', async () => {
    const { subscription, events } = await begin();
    stripe.account.now += 10;
    const [newer] = stripe.people.pause(subscription);
    await receive(newer!);
    const asked = stripe.seen.length;
    for (const event of events) await receive(event);
    expect(stripe.seen.length).toBe(asked);
  });

  test('ends a subscription that Stripe does not know any more', async () => {
    const { orgId, subscription, events } = await begin();
    for (const event of events) await receive(event);
    const [event] = stripe.people.pause(subscription);
    stripe.account.subscriptions.delete(subscription);
    await receive(event!);
    expect(await statusOfOrg(orgId)).toMatchObject({ plan: null, billing_status: 'canceled' });
  });
});
