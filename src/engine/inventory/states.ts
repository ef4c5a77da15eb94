import { digestOf } from '../../base/digest.ts';
import { getOrInsert } from '../../base/get-or-insert.ts';
import type { StateObject, StateSource } from '../../base/state-source.ts';
import { cloudOf } from '../../clouds/clouds.ts';
import type { StateCode } from '../code/module-code.ts';
import { forEachState } from '../refresh/bounded.ts';
import { givenTo, type Providing } from '../refresh/providing.ts';
import type { StateInstance } from '../state/instance.ts';
import { openState } from '../state/open-state.ts';
import { placeInstances, type Place } from '../state/place.ts';
import { NOWHERE } from '../../clouds/contract/cloud.ts';
import { configurationIn, sameSource, type ProviderAddress } from '../state/provider-address.ts';
import { createManagedIndex, type ManagedIndex } from './managed.ts';

const MAX_OPEN_STATES = 8;

/**
 * An account's region with resources of states; or, of a provider without accounts and regions, a configuration.
 * `stateKey`: one of these states, whose lock file and settings the provider gets.
 */
export type StatePlace = {
  provider: ProviderAddress;
  account: string | undefined;
  region: string | undefined;
  configuration: string | undefined;
  /** Names that configuration over runs; empty for a cloud's. */
  name: string;
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
  settingsFor?: Providing['settingsFor'];
  codeOf?: ((stateKey: string) => StateCode | undefined) | undefined;
  signal?: AbortSignal | undefined;
};

/**
 * A name for the configuration of a provider without accounts and regions; undefined for a cloud's. Configurations with
 * the same settings lead to the same objects, which have to be listed once.
 */
function configurationOf(provider: ProviderAddress, stateKey: string, providing: Providing): string | undefined {
  if (cloudOf(provider.source) !== undefined) return undefined;
  const settings = givenTo(provider, stateKey, providing);
  const own = settings !== undefined && 'entry' in settings ? settings.entry : provider.text;
  return JSON.stringify([provider.source, own]);
}

/** A name for such a configuration that stays the same over runs. */
function nameOf(provider: ProviderAddress, stateKey: string, providing: Providing): string {
  const settings = givenTo(provider, stateKey, providing);
  const own = settings !== undefined && 'entry' in settings ? settings.place : undefined;
  return digestOf([sameSource(provider.source), own ?? configurationIn(provider)]);
}

/** Opens each state once and indexes its managed instances; no state stays in memory. */
export async function indexStates({
  source,
  objects,
  isThere,
  region,
  settingsFor,
  codeOf,
  signal,
}: StatesInput): Promise<ManagedStates> {
  const index = createManagedIndex();
  const places = new Map<string, StatePlace>();
  const unread: string[] = [];
  const note = (
    instance: StateInstance,
    stateKey: string,
    { account, region: where }: Place,
    configuration: string | undefined,
  ): void => {
    const { provider, mode, type, schemaVersion } = instance;
    if (configuration === undefined ? where === undefined : mode !== 'managed') return;
    const at = configuration === undefined ? { account, region: where } : NOWHERE;
    const key = configuration ?? JSON.stringify([sameSource(provider.source), account, where]);
    const { versions } = getOrInsert(places, key, () => ({
      provider,
      ...at,
      configuration,
      name: configuration === undefined ? '' : nameOf(provider, stateKey, { settingsFor }),
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
      const configuration = configurationOf(instance.provider, key, { settingsFor });
      index.add(instance, { stateKey: key, place, configuration, isThere: isThere(key, instance.address) });
      note(instance, key, place, configuration);
    }
  });
  return { index, places: [...places.values()], unread: unread.toSorted() };
}
