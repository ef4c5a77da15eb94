import { sql, type Insertable, type Selectable, type Transaction } from 'kysely';
import type { Executor, Tenant } from '../scope.ts';
import type { Tables } from '../tables.ts';
import type { OrganizationRow } from './organizations.ts';
import { hasRow } from './clauses.ts';

export type SubscriptionRow = Selectable<Tables['subscriptions']>;

/** Finds the organization of a payment provider's customer. */
export async function getOrganizationByCustomer(db: Executor, customerId: string) {
  return db.selectFrom('organizations').selectAll().where('customer_id', '=', customerId).executeTakeFirst();
}

/** Reads an organization and locks it until the transaction ends. */
export async function lockOrganization(trx: Transaction<Tables>, id: string): Promise<OrganizationRow | undefined> {
  return trx.selectFrom('organizations').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Sets an organization's customer; deletes the subscriptions of the previous customer. */
export async function setCustomer(tenant: Tenant, customerId: string): Promise<void> {
  await tenant.delete('subscriptions').where('customer_id', '<>', customerId).execute();
  await tenant.db
    .updateTable('organizations')
    .set({ customer_id: customerId })
    .where('id', '=', tenant.scope.org_id)
    .execute();
}

export async function getSubscription(tenant: Tenant, id: string): Promise<SubscriptionRow | undefined> {
  return tenant.select('subscriptions').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function listSubscriptions(tenant: Tenant): Promise<SubscriptionRow[]> {
  return tenant.select('subscriptions').selectAll().execute();
}

/** Stores a subscription as the payment provider reported it. */
export async function saveSubscription(
  tenant: Tenant,
  row: Omit<Insertable<Tables['subscriptions']>, 'org_id' | 'revision'>,
): Promise<void> {
  const { id: _, ...changes } = row;
  await tenant
    .insert('subscriptions', row)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ ...changes, revision: sql`subscriptions.revision + 1` }),
    )
    .execute();
}

/** Stores the billing status that results from an organization's subscriptions. */
export async function saveBillingStatus(
  trx: Transaction<Tables>,
  orgId: string,
  status: Pick<
    Selectable<Tables['organizations']>,
    'plan' | 'billing_status' | 'current_period_end' | 'cancel_at_period_end'
  >,
): Promise<void> {
  await trx.updateTable('organizations').set(status).where('id', '=', orgId).execute();
}

export async function isBillingEventKnown(db: Executor, id: string): Promise<boolean> {
  return hasRow(db.selectFrom('billing_events').select('id').where('id', '=', id));
}

/** Returns false when the event is already stored. */
export async function insertBillingEvent(trx: Transaction<Tables>, event: Insertable<Tables['billing_events']>) {
  const result = await trx
    .insertInto('billing_events')
    .values(event)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}
