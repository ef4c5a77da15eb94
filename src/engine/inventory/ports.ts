import type { ProviderSession } from '../../provider/contract/types.ts';
import type { Candidate } from '../../clouds/contract/inventory.ts';
import type { InventoryListing, UnmanagedObject, UnprovenObject } from '../model/inventory.ts';
import type { Proven } from './prove/proof.ts';

/** Receives the results of an inventory as they come, in any order and concurrently. */
export type InventorySink = {
  /**
   * An object in no state, its values as the provider read them (not masked), and the session for more calls about it.
   */
  object(object: UnmanagedObject, proven: Proven, session: ProviderSession): Promise<void>;
  /** An object that a state has. Absent if nobody asks which ones these are. */
  managed?(candidate: Candidate): void;
  unproven(object: UnprovenObject, candidate: Candidate): Promise<void>;
  /** The coverage of a type in a location, after all its objects. */
  listing(listing: InventoryListing): Promise<void>;
  /** The sink of a provider's configuration that is a place of its own. Absent if nobody tells them apart. */
  of?(place: string): InventorySink;
};
