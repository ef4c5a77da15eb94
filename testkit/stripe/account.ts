import { randomBytes } from 'node:crypto';

/** Stripe objects have only the fields that Plumbline and people read. */
export type Customer = { id: string; object: 'customer'; name: string | null; metadata: object; created: number };
export type Price = { id: string; object: 'price'; lookup_key: string | null; active: boolean };
export type CheckoutSession = {
  id: string;
  object: 'checkout.session';
  mode: 'subscription';
  status: 'open' | 'complete';
  customer: string;
  client_reference_id: string | null;
  subscription: string | null;
  success_url: string;
  cancel_url: string | null;
  url: string | null;
};
export type Subscription = {
  id: string;
  object: 'subscription';
  customer: string;
  status: string;
  created: number;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  items: {
    object: 'list';
    data: { id: string; object: 'subscription_item'; price: Price; current_period_end: number }[];
  };
};
/** An event as in a delivery: `data.object` is a snapshot at its time. */
export type StripeEvent = {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  type: string;
  livemode: boolean;
  data: { object: unknown };
};

export type Account = {
  customers: Map<string, Customer>;
  prices: Map<string, Price>;
  /** Sessions with their price, which only the emulator uses. */
  sessions: Map<string, { session: CheckoutSession; price: Price }>;
  portals: { customer: string; return_url: string }[];
  subscriptions: Map<string, Subscription>;
  events: StripeEvent[];
  /** The current time in seconds since the epoch, which tests change. */
  now: number;
};

/** A new id in Stripe's format: `cus_NffrFeUfNV2Hib`. */
export function newStripeId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('base64url').replaceAll(/[-_]/g, '0')}`;
}

export function newAccount(prices: readonly { id: string; lookup_key?: string }[]): Account {
  return {
    customers: new Map(),
    prices: new Map(prices.map(({ id, lookup_key = null }) => [id, { id, object: 'price', lookup_key, active: true }])),
    sessions: new Map(),
    portals: [],
    subscriptions: new Map(),
    events: [],
    now: Math.floor(Date.now() / 1000),
  };
}
