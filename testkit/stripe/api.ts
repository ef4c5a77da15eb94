import { newStripeId, type Account, type Customer, type Price, type Subscription } from './account.ts';
import { missingParameter, noSuch, StripeRefusal } from './error.ts';
import { textAt, type Form } from './form.ts';

type Operation = (account: Account, form: Form, id: string) => unknown;

function required(form: Form, ...path: [string, ...string[]]): string {
  const [first, ...rest] = path;
  const value = textAt(form, ...path);
  if (value) return value;
  throw missingParameter(first + rest.map((step) => `[${step}]`).join(''));
}

function customerOf(account: Account, form: Form): Customer {
  const id = required(form, 'customer');
  const customer = account.customers.get(id);
  if (customer) return customer;
  throw noSuch('customer', id, 'customer');
}

function priceOf(account: Account, form: Form): Price {
  const id = required(form, 'line_items', '0', 'price');
  const price = account.prices.get(id);
  if (price) return price;
  throw noSuch('price', id, 'line_items[0][price]');
}

function webAddress(form: Form, name: string): string {
  const url = required(form, name);
  // Stripe replaces {CHECKOUT_SESSION_ID}; its error for any other URL than http or https is "Not a valid URL".
  if (URL.canParse(url) && /^https?:/.test(url)) return url;
  throw new StripeRefusal(400, 'Not a valid URL', { code: 'url_invalid', param: name });
}

const createCustomer: Operation = (account, form) => {
  const metadata = typeof form.metadata === 'object' ? form.metadata : {};
  const id = newStripeId('cus');
  const customer: Customer = {
    id,
    object: 'customer',
    name: textAt(form, 'name') ?? null,
    metadata,
    created: account.now,
  };
  account.customers.set(id, customer);
  return customer;
};

const createSession: Operation = (account, form) => {
  if (required(form, 'mode') !== 'subscription') throw new StripeRefusal(400, 'Only subscriptions', { param: 'mode' });
  const [customer, price] = [customerOf(account, form), priceOf(account, form)];
  const id = newStripeId('cs_test');
  const session = {
    id,
    object: 'checkout.session',
    mode: 'subscription',
    status: 'open',
    customer: customer.id,
    client_reference_id: textAt(form, 'client_reference_id') ?? null,
    subscription: null,
    success_url: webAddress(form, 'success_url'),
    cancel_url: form.cancel_url === undefined ? null : webAddress(form, 'cancel_url'),
    url: `https://checkout.stripe.com/c/pay/${id}`,
  } as const;
  account.sessions.set(id, { session: { ...session }, price });
  return session;
};

const createPortal: Operation = (account, form) => {
  const portal = { customer: customerOf(account, form).id, return_url: webAddress(form, 'return_url') };
  account.portals.push(portal);
  const id = newStripeId('bps');
  return { id, object: 'billing_portal.session', ...portal, url: `https://billing.stripe.com/p/session/${id}` };
};

const getSubscription: Operation = ({ subscriptions }, _form, id) => {
  const subscription = subscriptions.get(id);
  if (subscription) return subscription;
  throw noSuch('subscription', id, 'id');
};

/** Without `status`, lists subscriptions that are not canceled. */
const listSubscriptions: Operation = (account, form) => {
  const customer = customerOf(account, form).id;
  const fits = (one: Subscription) => one.customer === customer && one.status !== 'canceled';
  const data = [...account.subscriptions.values()].filter(fits).reverse();
  return { object: 'list', url: '/v1/subscriptions', has_more: false, data };
};

const OPERATIONS: [method: string, path: RegExp, operation: Operation][] = [
  ['POST', /^\/v1\/customers$/, createCustomer],
  ['POST', /^\/v1\/checkout\/sessions$/, createSession],
  ['POST', /^\/v1\/billing_portal\/sessions$/, createPortal],
  ['GET', /^\/v1\/subscriptions\/([^/]+)$/, getSubscription],
  ['GET', /^\/v1\/subscriptions$/, listSubscriptions],
];

/** Executes a request. Throws `StripeRefusal`. */
export function perform(account: Account, request: { method: string; path: string; form: Form }): unknown {
  for (const [method, pattern, operation] of OPERATIONS) {
    const match = method === request.method ? pattern.exec(request.path) : null;
    if (match) return operation(account, request.form, match[1] ?? '');
  }
  throw new StripeRefusal(404, `Unrecognized request URL (${request.method}: ${request.path}).`);
}
