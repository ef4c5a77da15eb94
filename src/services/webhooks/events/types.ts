import type { JsonObject } from '../../../base/json.ts';
import type { Trx } from '../../../store/scope.ts';
import type { Base } from '../../base/context.ts';

/** One delivery of an event, as its handler receives it. */
export type Delivery = {
  codehost: string;
  event: string;
  action: string | null;
  /** The time at which the code host first sent it, as far as it is known. */
  sent_at: Date;
  payload: JsonObject;
};

/** The handler of an event. */
export type EventHandler = {
  /** The handled actions (null: an event without an action); events with others are ignored. */
  actions: readonly (string | null)[];
  /**
   * Applies a delivery in the transaction `db`. It may run any number of times and in any order with others, with the
   * same result. Network requests go into jobs of that transaction. Throws `HopelessDelivery` if a retry cannot help;
   * after any other error it is retried.
   */
  apply(db: Trx, delivery: Delivery, queue: Base['queue']): Promise<'processed' | 'ignored'>;
};
