import { getOrInsert } from '../../base/get-or-insert.ts';
import type { StateObject, StateSource } from '../../base/state-source.ts';
import { cloudOf } from '../../clouds/clouds.ts';
import type { StateCode } from '../code/module-code.ts';
import { forEachState } from '../refresh/bounded.ts';
import type { StateInstance } from '../state/instance.ts';
import { openState } from '../state/open-state.ts';
import { placeInstances } from '../state/place.ts';
import type { ProviderAddress } from '../state/provider-address.ts';
import { createManagedIndex, type ManagedIndex } from './managed.ts';

const MAX_OPEN_STATES = 8;

/**
 * An account's region with resources of states. `stateKey`: one of these states, whose lock file selects the provider.
 */
export type StatePlace = {
  provider: ProviderAddress;
  account: string | undefined;
  region: string;
  stateKey: string;
  /** The highest schema version of each type in these states: an older provider cannot read their instances. */
  versions: Map<string, number>;
};

/** The managed instances of all states, their locations, and the states that could not be read. */
export type ManagedStates = { index: ManagedIndex; places: StatePlace[]; unread: string[] };

export type StatesInput = {
  source: StateSource;
  objects: readonly StateObject[];
  /** True if the analysis has read that an instance exists; undefined if the analysis did not read it. */
  isThere: (stateKey: string, address: string) => boolean | undefined;
  region: string | undefined;
  codeOf?: ((stateKey: string) => StateCode | undefined) | undefined;
  signal?: AbortSignal | undefined;
};

/** Opens each state once and indexes its managed instances; no state stays in memory. */
export async function indexStates({
  source,
  objects,
  isThere,
  region,
  codeOf,
  signal,
}: StatesInput): Promise<ManagedStates> {
  const index = createManagedIndex();
  const places = new Map<string, StatePlace>();
  const unread: string[] = [];
  const note = (
    instance: StateInstance,
    stateKey: string,
    account: string | undefined,
    where: string | undefined,
  ): void => {
    const { provider, mode, type, schemaVersion } = instance;
    if (where === undefined || cloudOf(provider.source) === undefined) return;
    const key = JSON.stringify([provider.source, account, where]);
    const { versions } = getOrInsert(places, key, () => ({
      provider,
      account,
      region: where,
      stateKey,
      versions: new Map(),
    }));
    if (mode === 'managed') versions.set(type, Math.max(versions.get(type) ?? 0, schemaVersion));
  };
  await forEachState(objects, MAX_OPEN_STATES, async ({ key }) => {
    signal?.throwIfAborted();
    const { state } = await openState(source, key, signal);
    if (state === undefined) return void unread.push(key);
    const found = placeInstances(state.instances, region, codeOf?.(key)?.regionOf);
    for (const instance of state.instances) {
      const place = found.get(instance);
      if (place === undefined) continue;
      index.add(instance, { stateKey: key, place, isThere: isThere(key, instance.address) });
      note(instance, key, place.account, place.region);
    }
  });
  return { index, places: [...places.values()], unread: unread.toSorted() };
}
