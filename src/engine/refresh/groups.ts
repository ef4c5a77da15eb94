import type { TagSettings } from '../code/provider-settings.ts';
import type { StateInstance } from '../state/parse.ts';
import type { Place } from '../state/place.ts';
import { isAws, type ProviderAddress } from '../state/provider-address.ts';

/** Instances that one configured provider can read. */
export type Group = Place & { provider: ProviderAddress; tags: TagSettings; instances: StateInstance[] };

/**
 * Groups instances by what their provider has to be configured with, in the order in which they come up. For AWS that is account,
 * region and the tags to ignore: configurations that agree in these are one group, since each more is a provider configured once
 * more. Nothing in a state tells where configurations of other providers lead, so each is a group of its own.
 */
export function groupInstances(
  instances: readonly StateInstance[],
  placeOf: (instance: StateInstance) => Place,
  tagsOf: (instance: StateInstance) => TagSettings,
): Group[] {
  const groups = new Map<string, Group>();
  for (const instance of instances) {
    const { provider } = instance;
    const { region, account } = placeOf(instance);
    const tags = tagsOf(instance);
    const which = isAws(provider.source) ? [account, region, tags.ignore_tags] : [provider.text];
    const key = JSON.stringify([provider.source, ...which]);
    const group = groups.get(key) ?? { provider, account, region, tags, instances: [] };
    group.instances.push(instance);
    groups.set(key, group);
  }
  return [...groups.values()];
}
