import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSubscribed, billingStatusOf } from './customer.ts';

const END = new Date('2026-12-01T00:00:00Z');
const subscription = (id: string, status: string, created: number) => ({
  id,
  status,
  plan: `plan of ${id}`,
  current_period_end: END,
  cancel_at_period_end: true,
  created_at: new Date(created),
});

test('returns no plan without a subscription', () => {
  const none = { plan: null, current_period_end: null, cancel_at_period_end: false };
  expect(billingStatusOf([])).toEqual({ ...none, billing_status: 'none' });
  for (const status of ['canceled', 'incomplete', 'incomplete_expired'])
    expect(billingStatusOf([subscription('a', status, 1)])).toEqual({ ...none, billing_status: status });
});

test.each([
  [['canceled', 'active'], 'active'],
  [['past_due', 'trialing'], 'trialing'],
  [['incomplete', 'unpaid'], 'unpaid'],
  [['incomplete', 'a word of tomorrow'], 'a word of tomorrow'],
  [['a word of tomorrow', 'paused'], 'paused'],
])('picks from %j the subscription %s', (statuses, leading) => {
  const result = billingStatusOf(statuses.map((status, i) => subscription(String(i), status, i)));
  expect(result).toEqual({
    plan: `plan of ${statuses.indexOf(leading)}`,
    billing_status: leading,
    current_period_end: END,
    cancel_at_period_end: true,
  });
  expect(isSubscribed(leading)).toBe(true);
});

test('picks the newer of two equal subscriptions, in any order', () => {
  const status = fc.constantFrom('active', 'canceled', 'past_due', 'incomplete', 'odd');
  const one = fc.tuple(fc.uuid(), status, fc.integer({ min: 0, max: 3 })).map((parts) => subscription(...parts));
  fc.assert(
    fc.property(fc.uniqueArray(one, { selector: ({ id }) => id }), (subscriptions) => {
      expect(billingStatusOf(subscriptions.toReversed())).toEqual(billingStatusOf(subscriptions));
    }),
  );
  expect(billingStatusOf([subscription('old', 'active', 1), subscription('new', 'active', 2)]).plan).toBe(
    'plan of new',
  );
});
