import type { JsonObject } from '../../../base/json.ts';
import type { Trx } from '../../../store/scope.ts';
import type { Base } from '../../base/context.ts';

/** One delivery of an event, as its handler gets it. */
export type Delivery = {
  codehost: string;
  event: string;
  action: string | null;
  /** When the code host sent it first, as far as that is known. */
  sent_at: Date;
  payload: JsonObject;
};

/** What follows from an event. */
export type EventHandler = {
  /** The actions that something follows from (null: an event that has none); with others the event is ignored. */
  actions: readonly (string | null)[];
  /**
   * Applies a delivery in the transaction `db`; any number of times, in any order with others, with the same result. What takes
   * a network goes into a job of that transaction.
   * Throws `HopelessDelivery` where trying again cannot help; after everything else that it throws it is tried again.
   */
  apply(db: Trx, delivery: Delivery, queue: Base['queue']): Promise<'processed' | 'ignored'>;
};
