import { AppError } from '../../base/errors.ts';
import type { Ctx } from '../base/context.ts';
import type { WithBilling, CheckoutOrder, PaymentProvider } from './port.ts';
import { becomeCustomer, enterBilling, isSubscribed } from './customer.ts';
import { redirectUrl } from './redirect.ts';

type Input = { org_id?: string; plan?: string; success_url?: string; cancel_url?: string };

function planOf({ plans }: PaymentProvider, plan: string = plans[0]): string {
  if (plans.includes(plan)) return plan;
  throw new AppError('invalid_input', 'There is no such plan: see errors.', {
    fields: [{ path: '/plan', message: `must be one of ${plans.join(', ')}` }],
  });
}

function subscribedAlready(status: string): AppError {
  return new AppError(
    'conflict',
    `This organization has a subscription already (${status}): change or cancel it on the page that POST /api/v1/billing/portal leads to.`,
  );
}

/**
 * The address of the checkout page; undefined if the provider does not know the customer. Asks the provider for
 * subscriptions first, since its events may be late.
 */
async function order(provider: PaymentProvider, wanted: CheckoutOrder): Promise<string | undefined> {
  const subscriptions = await provider.listSubscriptions(wanted.customer_id);
  const live = subscriptions?.find(({ status }) => isSubscribed(status));
  if (live) throw subscribedAlready(live.status);
  return subscriptions && provider.createCheckout(wanted);
}

/**
 * Starts a subscription: returns the address of the payment provider's checkout page. 409 if there is a subscription
 * already or billing is not configured; 422 for an unknown plan or a return address on another server.
 */
export async function startCheckout(ctx: Ctx & WithBilling, input: Input): Promise<{ url: string }> {
  const { organization, billing } = await enterBilling(ctx, input);
  const { provider, publicUrl } = billing;
  const back = (name: 'success_url' | 'cancel_url', fallback: string) =>
    redirectUrl(publicUrl, { name, value: input[name], fallback });
  const wanted = {
    org_id: organization.id,
    plan: planOf(provider, input.plan),
    success_url: back('success_url', '?checkout=success'),
    cancel_url: back('cancel_url', '?checkout=canceled'),
  };
  if (isSubscribed(organization.billing_status)) throw subscribedAlready(organization.billing_status);
  const customer = organization.customer_id ?? (await becomeCustomer(ctx, provider, organization));
  const url = await order(provider, { ...wanted, customer_id: customer });
  if (url !== undefined) return { url };
  // The customer was deleted by hand, or belongs to another account, such as the provider's test account before going
  // live.
  const successor = await becomeCustomer(ctx, provider, { ...organization, customer_id: customer });
  const second = await order(provider, { ...wanted, customer_id: successor });
  if (second !== undefined) return { url: second };
  throw new AppError(
    'payment_provider_error',
    'The payment provider does not know the customer that it made just now.',
  );
}

/**
 * The address of the payment provider's page where an organization sees its invoices and changes or cancels its
 * subscription. 409 if the organization is no customer yet or billing is not configured; 422 for a return address on
 * another server.
 */
export async function openPortal(
  ctx: Ctx & WithBilling,
  input: { org_id?: string; return_url?: string },
): Promise<{ url: string }> {
  const { organization, billing } = await enterBilling(ctx, input);
  const { provider, publicUrl } = billing;
  const back = redirectUrl(publicUrl, { name: 'return_url', value: input.return_url, fallback: '' });
  const customer = organization.customer_id;
  const url = customer === null ? undefined : await provider.createPortal(customer, back);
  if (url !== undefined) return { url };
  throw new AppError('conflict', 'This organization is no customer yet: begin with POST /api/v1/billing/checkout.');
}
