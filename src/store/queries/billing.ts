import { sql, type Insertable, type Selectable, type Transaction } from 'kysely';
import { scoped, type Executor } from '../scope.ts';
import type { Tables } from '../tables.ts';
import type { OrganizationRow } from './organizations.ts';
import { hasRow } from './clauses.ts';

export type SubscriptionRow = Selectable<Tables['subscriptions']>;

/** By the payment provider's customer. */
export async function getOrganizationByCustomer(db: Executor, customerId: string) {
  return db.selectFrom('organizations').selectAll().where('customer_id', '=', customerId).executeTakeFirst();
}

/** The organization, which nobody else changes until the transaction ends. */
export async function lockOrganization(trx: Transaction<Tables>, id: string): Promise<OrganizationRow | undefined> {
  return trx.selectFrom('organizations').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Makes `customerId` the organization's customer; what is known of another one's subscriptions goes. */
export async function setCustomer(trx: Transaction<Tables>, orgId: string, customerId: string): Promise<void> {
  await scoped(trx, { org_id: orgId }).delete('subscriptions').where('customer_id', '<>', customerId).execute();
  await trx.updateTable('organizations').set({ customer_id: customerId }).where('id', '=', orgId).execute();
}

export async function getSubscription(db: Executor, orgId: string, id: string): Promise<SubscriptionRow | undefined> {
  return scoped(db, { org_id: orgId }).select('subscriptions').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function listSubscriptions(db: Executor, orgId: string): Promise<SubscriptionRow[]> {
  return scoped(db, { org_id: orgId }).select('subscriptions').selectAll().execute();
}

/** Stores what the provider reported. */
export async function saveSubscription(
  trx: Transaction<Tables>,
  orgId: string,
  row: Omit<Insertable<Tables['subscriptions']>, 'org_id' | 'revision'>,
): Promise<void> {
  const { id: _, ...changes } = row;
  await scoped(trx, { org_id: orgId })
    .insert('subscriptions', row)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ ...changes, revision: sql`subscriptions.revision + 1` }),
    )
    .execute();
}

/** What its subscriptions come to, kept with the organization. */
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

/** False when the event is there already. */
export async function insertBillingEvent(trx: Transaction<Tables>, event: Insertable<Tables['billing_events']>) {
  const result = await trx
    .insertInto('billing_events')
    .values(event)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}
