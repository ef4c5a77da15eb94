import type { Transaction } from 'kysely';
import { listSubscriptions, lockOrganization, saveStanding, setCustomer } from '../../store/queries/billing.ts';
import type { OrganizationRow } from '../../store/queries/organizations.ts';
import type { Tables } from '../../store/tables.ts';
import type { JsonObject } from '../../base/json.ts';
import { changesOf } from '../audit/changes.ts';
import { audited } from '../audit/audited.ts';
import type { Ctx } from '../base/context.ts';
import { presentOrganization } from '../access/organization.ts';
import type { PaymentProvider } from './port.ts';
import { standingOf } from './standing.ts';

/** Writes what the organization's subscriptions come to now; answers what that changed, for the audit log. */
export async function settle(trx: Transaction<Tables>, before: OrganizationRow): Promise<JsonObject> {
  const standing = standingOf(await listSubscriptions(trx, before.id));
  await saveStanding(trx, before.id, standing);
  return changesOf(presentOrganization(before), presentOrganization({ ...before, ...standing }), [
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
    await setCustomer(trx, id, made);
    const detail = { customer_id: { before: former, after: made }, ...(await settle(trx, now)) };
    const target = { kind: 'organization', id };
    return { result: made, event: { org_id: id, action: 'billing.customer', target, detail } };
  });
}
