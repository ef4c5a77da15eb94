import type { Transaction } from 'kysely';
import { listSubscriptions, lockOrganization, saveBillingStatus, setCustomer } from '../../store/queries/billing.ts';
import type { OrganizationRow } from '../../store/queries/organizations.ts';
import type { Tables } from '../../store/tables.ts';
import type { JsonObject } from '../../base/json.ts';
import { AppError } from '../../base/errors.ts';
import { changesOf, audited } from '../audit/audited.ts';
import { ownOrganization, requireScope, type Ctx } from '../base/context.ts';
import { presentOrganization, fetchOrganization } from '../access/organization.ts';
import type { PaymentProvider, Subscription, WithBilling, Billing } from './port.ts';
import { scoped } from '../../store/scope.ts';

/**
 * Stores the billing status that follows from the organization's subscriptions. Returns the changes for the audit log.
 */
export async function settle(trx: Transaction<Tables>, before: OrganizationRow): Promise<JsonObject> {
  const status = billingStatusOf(await listSubscriptions(scoped(trx, { org_id: before.id })));
  await saveBillingStatus(trx, before.id, status);
  return changesOf(presentOrganization(before), presentOrganization({ ...before, ...status }), [
    'plan',
    'billing_status',
    'current_period_end',
    'cancel_at_period_end',
  ]);
}

/**
 * Creates the organization's customer at the payment provider and stores its id. Concurrent calls get the same
 * customer.
 * @param organization the row as read; its `customer_id`, if any, is replaced
 */
export async function becomeCustomer(
  ctx: Ctx,
  provider: PaymentProvider,
  organization: OrganizationRow,
): Promise<string> {
  const { id, login, customer_id: former } = organization;
  const made = await provider.createCustomer({ id, login }, former);
  return audited(ctx, async (trx) => {
    const now = await lockOrganization(trx, id);
    if (!now || now.customer_id !== former) return { result: now?.customer_id ?? made, event: null };
    await setCustomer(scoped(trx, { org_id: id }), made);
    const detail = { customer_id: { before: former, after: made }, ...(await settle(trx, now)) };
    const target = { kind: 'organization', id };
    return { result: made, event: { org_id: id, action: 'billing.customer', target, detail } };
  });
}

/** Throws 409 if this server has no payment provider. */
export function requireBilling({ billing }: WithBilling): Billing {
  if (billing) return billing;
  throw new AppError(
    'not_configured',
    'Billing is not configured on this server: its operator sets STRIPE_SECRET_KEY.',
  );
}

/**
 * The organization whose billing a call concerns, and the provider. A key stands for its own organization; the operator
 * has to name one (422). 404, 403 and 409 as everywhere.
 */
export async function enterBilling(
  ctx: Ctx & WithBilling,
  input: { org_id?: string },
): Promise<{ organization: OrganizationRow; billing: Billing }> {
  const orgId = input.org_id ?? ownOrganization(ctx);
  if (orgId === undefined)
    throw new AppError('invalid_input', 'The operator key belongs to no organization: name one as org_id.', {
      fields: [{ path: '/org_id', message: 'is required with the operator key' }],
    });
  const organization = await fetchOrganization(ctx, orgId);
  requireScope(ctx, 'admin');
  return { organization, billing: requireBilling(ctx) };
}

/**
 * The billing status that follows from an organization's subscriptions; `billing_status` is `none` if it never had one.
 */
type BillingStatus = Parameters<typeof saveBillingStatus>[2];

/** No subscription (any more): the first payment was never made, or it has ended. */
const DEAD = ['none', 'incomplete', 'incomplete_expired', 'canceled'];
/** The best subscription counts. An unknown status ranks before those that have ended. */
const ORDER = ['active', 'trialing', 'past_due', 'unpaid', 'paused'];

type Known = Omit<Subscription, 'customer_id'>;

/** True if there is a subscription to pay for: a second one would be charged as well. */
export function isSubscribed(status: string): boolean {
  return !DEAD.includes(status);
}

function rank({ status }: Known): number {
  const position = ORDER.indexOf(status);
  if (position >= 0) return position;
  return ORDER.length + (isSubscribed(status) ? 0 : 1);
}

/**
 * The billing status that follows from `subscriptions`, in any order: that of the best, and among equals of the newest.
 */
export function billingStatusOf(subscriptions: readonly Known[]): BillingStatus {
  const [leading] = [...subscriptions].sort(
    (a, b) => rank(a) - rank(b) || b.created_at.getTime() - a.created_at.getTime() || (a.id < b.id ? -1 : 1),
  );
  if (!leading) return { plan: null, billing_status: 'none', current_period_end: null, cancel_at_period_end: false };
  const live = isSubscribed(leading.status);
  return {
    plan: live ? leading.plan : null,
    billing_status: leading.status,
    current_period_end: live ? leading.current_period_end : null,
    cancel_at_period_end: live && leading.cancel_at_period_end,
  };
}
