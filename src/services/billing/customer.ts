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

/** Writes what the organization's subscriptions come to now; answers what that changed, for the audit log. */
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
 * Makes the organization a customer, and keeps which. Of several that do at once all get the same one.
 * @param organization as it was read, with the customer that the new one takes the place of, if any
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

/** 409 where this server has no payment provider. */
export function requireBilling({ billing }: WithBilling): Billing {
  if (billing) return billing;
  throw new AppError(
    'not_configured',
    'Billing is not configured on this server: its operator sets STRIPE_SECRET_KEY.',
  );
}

/**
 * Whose billing a call is about, and what with. A key speaks for its own organization; the operator has to name one
 * (422). 404, 403 and 409 as everywhere.
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

/** What the subscriptions of an organization come to. `billing_status` is `none` where there never was one. */
type BillingStatus = Parameters<typeof saveBillingStatus>[2];

/** Not (or no more) subscriptions: the first payment was never made, or it is over. */
const DEAD = ['none', 'incomplete', 'incomplete_expired', 'canceled'];
/** Of several the best counts. A word that is not known stands before those that are over. */
const ORDER = ['active', 'trialing', 'past_due', 'unpaid', 'paused'];

type Known = Omit<Subscription, 'customer_id'>;

/** True where there is a subscription to pay for: a second one would be paid twice. */
export function isSubscribed(status: string): boolean {
  return !DEAD.includes(status);
}

function rank({ status }: Known): number {
  const position = ORDER.indexOf(status);
  if (position >= 0) return position;
  return ORDER.length + (isSubscribed(status) ? 0 : 1);
}

/** What `subscriptions`, in any order, come to: the best of them, of several such the newest. */
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
