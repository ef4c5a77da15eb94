import type { StateSource } from '../base/state-source.ts';
import type { Gateway } from '../clouds/aws/gateway/call/types.ts';
import { createAwsLister } from '../clouds/aws/inventory/lister.ts';
import { createProviderLister } from '../provider/lister.ts';
import { combineListers } from '../clouds/contract/inventory.ts';
import { collectInventory, type Collected } from '../engine/inventory/collect.ts';
import type { ListerFor } from '../engine/inventory/place.ts';
import { takeInventory, type InventoryInput } from '../engine/inventory/run.ts';
import type { Coverage } from '../engine/model/analysis.ts';
import type { UnmanagedObject } from '../engine/model/inventory.ts';
import { createCallCounts } from '../clouds/aws/gateway/sessions/call-counts.ts';
import type { Reading } from '../engine/refresh/cloud-target.ts';

/** The options of an inventory, which runs after a scan. */
export type WantedInventory = {
  /** The types to list; default: all. */
  types?: ((type: string) => boolean) | undefined;
  /** Selects the objects to write a configuration for. */
  imports?: ((object: UnmanagedObject) => boolean) | undefined;
  withExpensive?: boolean | undefined;
  /** Younger objects are not listed yet: an apply may be under way. */
  minAgeMs: number;
  onProgress?: ((objects: number) => void) | undefined;
  done: (collected: Collected) => void;
};

/**
 * Lists objects with the operations of AWS's services, through the gateway, and types that these do not list with the
 * provider's own lists. Services come first, since they answer with flags and the tags of other owners, which no
 * provider shows, and in one call for many objects.
 */
export function listersThrough(gateway: Gateway | undefined): ListerFor {
  return ({ session, way: { handle }, place: { region } }) =>
    combineListers([
      ...(gateway && handle
        ? [createAwsLister({ gateway, sessionFor: () => handle, ...(region !== null && { region }) })]
        : []),
      createProviderLister(session),
    ]);
}

/** Whether an analysis found an instance in the cloud; undefined where it gave no such verdict. */
function thereIn(coverage: readonly Coverage[]): InventoryInput['isThere'] {
  const keyOf = (stateKey: string, address: string) => JSON.stringify([stateKey, address]);
  const verdicts = new Map(coverage.map(({ state_key: key, resource, verdict }) => [keyOf(key, resource), verdict]));
  return (stateKey, address) => {
    const verdict = verdicts.get(keyOf(stateKey, address));
    if (verdict === 'in_sync' || verdict === 'changed') return true;
    return verdict === 'deleted' ? false : undefined;
  };
}

/** Takes an inventory of the accounts and regions of the states, after their analysis has read the managed resources. */
export async function inventoryAfter(
  wanted: WantedInventory,
  reading: Omit<Reading, 'calls'> & { source: StateSource },
  coverage: readonly Coverage[],
): Promise<void> {
  const { source, signal } = reading;
  const now = new Date();
  const { sink, collected } = collectInventory(
    wanted.imports ?? (() => false),
    wanted.onProgress ?? (() => undefined),
    signal,
  );
  const unreadStates = await takeInventory({
    ...reading,
    calls: createCallCounts(),
    objects: await Array.fromAsync(source.list(signal)),
    isThere: thereIn(coverage),
    sink,
    listerFor: listersThrough(reading.gateway),
    ...(wanted.types && { wanted: wanted.types }),
    withExpensive: wanted.withExpensive === true,
    now,
    since: new Date(now.getTime() - wanted.minAgeMs),
  });
  wanted.done(collected(unreadStates));
}
