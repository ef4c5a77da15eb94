import type { ColumnType, Generated } from 'kysely';
import type { Time } from './columns.ts';

/** As the payment provider last told. Keyed by the provider's id. */
export type SubscriptionTable = {
  id: string;
  org_id: string;
  customer_id: string;
  /** The provider's word: active, past_due, canceled, … */
  status: string;
  plan: string;
  current_period_end: Time | null;
  cancel_at_period_end: boolean;
  /** The provider's time. */
  created_at: Time;
  /** When the newest event that is in this row happened, by the provider's clock. */
  event_at: Time;
  /** Counts the writes, so that whoever asked the provider in between can tell. */
  revision: Generated<number>;
};

/** The payment provider's events that were acted upon, so that none is twice. */
export type BillingEventTable = {
  id: string;
  type: string;
  created_at: Time;
  received_at: ColumnType<Date, Date | string | undefined, never>;
};
