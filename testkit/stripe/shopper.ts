import { newStripeId, type Account, type StripeEvent, type Subscription } from './account.ts';

const MONTH_S = 30 * 24 * 3600;

/** Actions of people on Stripe's pages, and of Stripe itself; each returns its events. */
export type Shopper = {
  /** Pays on the page of a checkout session. */
  completeCheckout(url: string): { subscription: string; events: StripeEvent[] };
  cancel(subscription: string): StripeEvent[];
  /**
   * Cancels in the portal: with `cancel_at` as for flexible billing, or with the earlier `cancel_at_period_end` flag.
   */
  cancelAtPeriodEnd(subscription: string, how?: 'cancel_at' | 'flag'): StripeEvent[];
  changePlan(subscription: string, price: string): StripeEvent[];
  failPayment(subscription: string): StripeEvent[];
  renew(subscription: string): StripeEvent[];
  pause(subscription: string): StripeEvent[];
  resume(subscription: string): StripeEvent[];
  deleteCustomer(customer: string): void;
};

function get<T>(map: Map<string, T>, id: string): T {
  const found = map.get(id);
  if (found === undefined) throw new Error(`the emulator has no ${id}`);
  return found;
}

export function shopper(account: Account): Shopper {
  function emit(type: string, object: unknown): StripeEvent {
    const event: StripeEvent = {
      id: newStripeId('evt'),
      object: 'event',
      api_version: '2026-10-28.endive',
      created: account.now,
      type,
      livemode: false,
      data: { object: structuredClone(object) },
    };
    account.events.push(event);
    return event;
  }
  const invoice = ({ id, customer }: Subscription) => ({
    id: newStripeId('in'),
    object: 'invoice',
    customer,
    parent: { type: 'subscription_details', subscription_details: { subscription: id, metadata: {} } },
  });
  const periodEnd = () => account.now + MONTH_S;
  function change(id: string, changes: Partial<Subscription>, type = 'updated'): StripeEvent {
    const subscription = Object.assign(get(account.subscriptions, id), changes);
    return emit(`customer.subscription.${type}`, subscription);
  }
  const items = (price: string): Subscription['items'] => ({
    object: 'list',
    data: [
      {
        id: newStripeId('si'),
        object: 'subscription_item',
        price: get(account.prices, price),
        current_period_end: periodEnd(),
      },
    ],
  });

  return {
    completeCheckout(url) {
      const { session, price } = get(account.sessions, url.split('/').pop() ?? '');
      const subscription: Subscription = {
        id: newStripeId('sub'),
        object: 'subscription',
        customer: session.customer,
        status: 'active',
        created: account.now,
        cancel_at: null,
        cancel_at_period_end: false,
        items: items(price.id),
      };
      account.subscriptions.set(subscription.id, subscription);
      Object.assign(session, { status: 'complete', subscription: subscription.id, url: null });
      const events = [
        // Stripe creates the subscription before the payment succeeds, so this snapshot is `incomplete`.
        emit('customer.subscription.created', { ...subscription, status: 'incomplete' }),
        emit('checkout.session.completed', session),
        emit('customer.subscription.updated', subscription),
        emit('invoice.paid', invoice(subscription)),
      ];
      return { subscription: subscription.id, events };
    },
    cancel: (id) => [change(id, { status: 'canceled' }, 'deleted')],
    cancelAtPeriodEnd(id, how = 'cancel_at') {
      const end = get(account.subscriptions, id).items.data[0]?.current_period_end ?? 0;
      return [change(id, how === 'flag' ? { cancel_at_period_end: true, cancel_at: end } : { cancel_at: end })];
    },
    changePlan: (id, price) => [change(id, { items: items(price) })],
    failPayment(id) {
      const events = [emit('invoice.payment_failed', invoice(get(account.subscriptions, id)))];
      return [...events, change(id, { status: 'past_due' })];
    },
    renew(id) {
      const price = get(account.subscriptions, id).items.data[0]?.price.id ?? '';
      const events = [change(id, { status: 'active', items: items(price) })];
      return [...events, emit('invoice.paid', invoice(get(account.subscriptions, id)))];
    },
    pause: (id) => [change(id, { status: 'paused' }, 'paused')],
    resume: (id) => [change(id, { status: 'active' }, 'resumed')],
    deleteCustomer: (id) => void account.customers.delete(id),
  };
}
