import { AppError } from '../../base/errors.ts';
import {
  getOrganizationByCustomer,
  getSubscription,
  insertBillingEvent,
  isBillingEventKnown,
  lockOrganization,
  saveSubscription,
  type SubscriptionRow,
} from '../../store/queries/billing.ts';
import { audited } from '../audit/audited.ts';
import type { Base } from '../base/context.ts';
import { pick } from '../base/present.ts';
import { settle, requireBilling } from './customer.ts';
import type { PaymentEvent, Subscription, WithBilling } from './port.ts';
import { scoped } from '../../store/scope.ts';

/** In each round one of the concurrent events on a subscription succeeds, so this many can arrive at once. */
const TRIES = 20;

type Delivery = { body: Uint8Array; signature: string; request_id: string };

/**
 * Handles a delivery of the payment provider. The subscription is fetched anew instead of taken from the event, since
 * deliveries come late, twice and in any order: the result is as recent as the newest event. Nothing is fetched if a
 * newer event was handled before. The subscription, the event and the billing status are written in one transaction
 * before this returns; after any error the provider delivers again. Events of unknown customers are ignored.
 */
export async function receivePaymentEvent(services: Base & WithBilling, delivery: Delivery): Promise<void> {
  const { provider } = requireBilling(services);
  const event = provider.readEvent(delivery.body, delivery.signature);
  const { db } = services.store;
  if (!event.about) return;
  const { customer_id: customer, subscription_id: subscription } = event.about;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    if (await isBillingEventKnown(db, event.id)) return;
    const organization = await getOrganizationByCustomer(db, customer);
    if (!organization) return;
    const before = await getSubscription(scoped(db, { org_id: organization.id }), subscription);
    const overtaken = before !== undefined && before.event_at > event.created_at;
    const current = overtaken ? undefined : await provider.fetchSubscription(subscription);
    const latest = current ?? (overtaken ? undefined : ended(before));
    if (latest && latest.customer_id !== customer) return;
    if (await record(services, delivery.request_id, { orgId: organization.id, event, before, latest })) return;
  }
  throw new AppError('unavailable', 'Too many events about one subscription at once; deliver it again.', {
    retryAfter: 5,
  });
}

/** A subscription that no longer exists at the provider. */
function ended(before: SubscriptionRow | undefined): Subscription | undefined {
  return before && { ...before, status: 'canceled' };
}

type Outcome = {
  orgId: string;
  event: PaymentEvent;
  before: SubscriptionRow | undefined;
  latest: Subscription | undefined;
};

/** Stores the outcome of an event. Returns false, and writes nothing, if another event was stored meanwhile. */
async function record(services: Pick<Base, 'store'>, requestId: string, { orgId, event, before, latest }: Outcome) {
  const { id, type, created_at: at } = event;
  const principal = { kind: 'system', name: 'stripe' } as const;
  const auditor = { store: services.store, principal, request_id: requestId };
  return audited(auditor, async (trx) => {
    const organization = await lockOrganization(trx, orgId);
    const tenant = scoped(trx, { org_id: orgId });
    const now = await getSubscription(tenant, event.about?.subscription_id ?? '');
    const asRead = organization?.customer_id === event.about?.customer_id && now?.revision === before?.revision;
    if (!organization || !asRead) return { result: false, event: null };
    const isNew = await insertBillingEvent(trx, { id, type, created_at: at });
    if (!isNew || !latest) return { result: true, event: null };
    await saveSubscription(tenant, {
      ...pick(latest, 'id', 'customer_id', 'status', 'plan'),
      ...pick(latest, 'current_period_end', 'cancel_at_period_end', 'created_at'),
      event_at: at,
    });
    const detail = await settle(trx, organization);
    if (Object.keys(detail).length === 0) return { result: true, event: null };
    const target = { kind: 'subscription', id: latest.id };
    return { result: true, event: { org_id: orgId, action: 'billing.update', target, detail: { ...detail, type } } };
  });
}
