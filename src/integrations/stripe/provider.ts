import { Stripe } from 'stripe';
import { AppError } from '../../base/errors.ts';
import { readEvent, type SignedEvent } from './event.ts';
import { explained, isMissing, isReplayedFailure, type StripeProblem } from './problem.ts';

/** How many idempotency keys with a cached failure are skipped in a row. */
const MAX_KEYS = 20;

export type StripePlan = { name: string; price: string };

export type StripeSettings = {
  secretKey: string;
  /** One secret, or two during a rotation. */
  webhookSecrets: readonly string[];
  plans: readonly [StripePlan, ...StripePlan[]];
  /** An origin: `https://api.stripe.com`. */
  apiBase: string;
  /** Receives errors, for the log. */
  onProblem: (problem: StripeProblem) => void;
  /** The time limit of a try, and the number of retries. */
  timeoutMs?: number;
  retries?: number;
};

function open({ secretKey, apiBase, timeoutMs = 8000, retries = 2 }: StripeSettings): Stripe {
  const { protocol, hostname, port } = new URL(apiBase);
  const plain = protocol === 'http:';
  return new Stripe(secretKey, {
    protocol: plain ? 'http' : 'https',
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port || (plain ? '80' : '443'),
    timeout: timeoutMs,
    maxNetworkRetries: retries,
    telemetry: false,
  });
}

const date = (seconds: number) => new Date(seconds * 1000);

/** Converts a subscription to the port's form; its item is that of a known plan, else the first. */
function present(subscription: Stripe.Subscription, plans: readonly StripePlan[]) {
  const { id, customer, status, items, cancel_at: cancelAt, cancel_at_period_end: atEnd, created } = subscription;
  const planOf = (price: Stripe.Price) => plans.find((plan) => plan.price === price.id)?.name;
  const item = items.data.find(({ price }) => planOf(price) !== undefined) ?? items.data[0];
  const end = item?.current_period_end;
  return {
    id,
    customer_id: typeof customer === 'string' ? customer : customer.id,
    status,
    plan: item ? (planOf(item.price) ?? item.price.lookup_key ?? item.price.id) : 'none',
    current_period_end: end === undefined ? null : date(end),
    // The portal sets either field, depending on how the subscription is billed.
    cancel_at_period_end: atEnd || (cancelAt !== null && end !== undefined && cancelAt <= end),
    created_at: date(created),
  };
}

const urlOf = ({ url }: { url: string | null }) => {
  if (url !== null) return url;
  throw new AppError('payment_provider_error', 'The payment provider gave no address to go to.');
};

type Order = { customer_id: string; org_id: string; plan: string; success_url: string; cancel_url: string };

/**
 * Stripe as the payment provider; `PaymentProvider` documents results and errors. Every write has an idempotency key,
 * so that a retry does nothing twice.
 */
export function stripeProvider(settings: StripeSettings) {
  const { plans, onProblem, webhookSecrets } = settings;
  const stripe = open(settings);
  const [first, ...others] = plans;

  async function ask<T>(operation: string, request: () => Promise<T>): Promise<T> {
    return request().catch((error: unknown) => {
      throw explained(error, operation, onProblem);
    });
  }
  /** Like `ask`, but undefined where Stripe does not know the id in `param`. */
  async function askAbout<T>(param: string, operation: string, request: () => Promise<T>): Promise<T | undefined> {
    return ask(operation, () =>
      request().catch((error: unknown) => {
        if (isMissing(error, param)) return undefined;
        throw error;
      }),
    );
  }

  return {
    plans: [first.name, ...others.map(({ name }) => name)] as const,

    readEvent: (body: Uint8Array, signature: string): SignedEvent => readEvent(body, signature, webhookSecrets),

    createCustomer: ({ id, login }: { id: string; login: string }, after: string | null) =>
      ask('customers.create', async () => {
        // The key consists of the purpose, so that concurrent callers share one customer. A key with a stored failure is
        // useless for a day; every caller then tries the same next key.
        const make = async (attempt: number): Promise<Stripe.Customer> => {
          const idempotencyKey = ['plumbline-customer', id, login, after ?? '', attempt].join(':');
          return stripe.customers
            .create({ name: login, metadata: { org_id: id } }, { idempotencyKey })
            .catch((error: unknown) => {
              if (attempt === MAX_KEYS || !isReplayedFailure(error)) throw error;
              return make(attempt + 1);
            });
        };
        return (await make(1)).id;
      }),

    listSubscriptions: (customer: string) =>
      askAbout('customer', 'subscriptions.list', async () => {
        const { data } = await stripe.subscriptions.list({ customer, limit: 100 });
        return data.map((subscription) => present(subscription, plans));
      }),

    fetchSubscription: (id: string) =>
      askAbout('id', 'subscriptions.retrieve', async () => present(await stripe.subscriptions.retrieve(id), plans)),

    createCheckout: (order: Order) =>
      askAbout('customer', 'checkout.sessions.create', async () => {
        const price = plans.find(({ name }) => name === order.plan)?.price;
        const session = await stripe.checkout.sessions.create({
          mode: 'subscription',
          customer: order.customer_id,
          client_reference_id: order.org_id,
          line_items: [{ price, quantity: 1 }],
          subscription_data: { metadata: { org_id: order.org_id } },
          success_url: order.success_url,
          cancel_url: order.cancel_url,
        });
        return urlOf(session);
      }),

    createPortal: (customer: string, returnUrl: string) =>
      askAbout('customer', 'billing_portal.sessions.create', async () =>
        urlOf(await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl })),
      ),
  };
}
