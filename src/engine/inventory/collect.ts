import { compareTexts } from '../../base/compare.ts';
import { severityRank } from '../model/analysis.ts';
import {
  OBJECT_CLASSES,
  type Inventory,
  type InventoryListing,
  type UnmanagedObject,
  type UnprovenObject,
} from '../model/inventory.ts';
import { configure, type Configured } from './import/configure.ts';
import type { Importable } from './import/importable.ts';
import { writeResource } from './import/written.ts';
import type { InventorySink } from './ports.ts';
import type { Proven } from './prove/proof.ts';
import type { ProviderSession } from '../../provider/contract/types.ts';

/** An object for which no configuration was proven, with the reason. */
export type NotImportable = { object: UnmanagedObject; result: Exclude<Configured, { status: 'proven' }> };

export type Collected = {
  inventory: Inventory;
  importable: Importable<UnmanagedObject>[];
  notImportable: NotImportable[];
};

const text = (one: { type: string; account_id?: string; region?: string; cloud_id?: string }): string =>
  JSON.stringify([one.account_id, one.region, one.type, one.cloud_id]);
const byText = <T extends Parameters<typeof text>[0]>(a: T, b: T): number => compareTexts(text(a), text(b));

/** The worst first, then by class and location, so that the same inventory always has the same order. */
function byWeight(a: UnmanagedObject, b: UnmanagedObject): number {
  const rank = (one: UnmanagedObject) => OBJECT_CLASSES.indexOf(one.class);
  return severityRank(a.severity) - severityRank(b.severity) || rank(a) - rank(b) || byText(a, b);
}

/**
 * Keeps the results of an inventory in memory. `isWanted` selects the objects for which a configuration is made, while
 * their session is open. `seen` receives the number of objects so far.
 */
export function collectInventory(
  isWanted: (object: UnmanagedObject) => boolean,
  seen: (objects: number) => void,
  signal?: AbortSignal,
): { sink: InventorySink; collected: (unreadStates: string[]) => Collected } {
  const objects: UnmanagedObject[] = [];
  const unproven: UnprovenObject[] = [];
  const listings: InventoryListing[] = [];
  const importable: Importable<UnmanagedObject>[] = [];
  const notImportable: NotImportable[] = [];
  const make = async (object: UnmanagedObject, proven: Proven, session: ProviderSession): Promise<void> => {
    const result = await configure(session, proven, signal);
    if (result.status === 'proven') importable.push({ object, written: writeResource(proven.schema, result.config) });
    else notImportable.push({ object, result });
  };
  return {
    sink: {
      async object(object, proven, session) {
        objects.push(object);
        seen(objects.length);
        if (isWanted(object)) await make(object, proven, session);
      },
      unproven: async (one) => void unproven.push(one),
      listing: async (one) => void listings.push(one),
    },
    collected: (unreadStates) => ({
      inventory: {
        unread_states: unreadStates,
        listings: listings.toSorted(byText),
        objects: objects.toSorted(byWeight),
        unproven: unproven.toSorted(byText),
      },
      importable: importable.toSorted((a, b) => byText(a.object, b.object)),
      notImportable: notImportable.toSorted((a, b) => byText(a.object, b.object)),
    }),
  };
}
