import type { ProviderSession } from '../../provider/contract/types.ts';
import type { InventoryListing, UnmanagedObject, UnprovenObject } from '../model/inventory.ts';
import type { Proven } from './prove/proof.ts';

/** Receives the results of an inventory as they come, in any order, several at once. */
export type InventorySink = {
  /** An object that no state has, the object as the provider has it (not masked), and the session for more questions about it. */
  object(object: UnmanagedObject, proven: Proven, session: ProviderSession): Promise<void>;
  unproven(object: UnprovenObject): Promise<void>;
  /** The coverage of a type in a place, when nothing more of it comes. */
  listing(listing: InventoryListing): Promise<void>;
};
