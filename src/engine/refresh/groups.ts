import type { TagSettings } from '../code/provider-settings.ts';
import type { StateInstance } from '../state/parse.ts';
import type { Place } from '../state/place.ts';
import { isAws, type ProviderAddress } from '../state/provider-address.ts';

/** Instances that one configured provider can read. */
export type Group = Place & { provider: ProviderAddress; tags: TagSettings; instances: StateInstance[] };

/**
 * Groups instances by the configuration of their provider, in their order. For AWS that is account, region and ignored tags:
 * configurations that agree in these share one configured provider. Other configurations are a group each, since their servers
 * are not in the state.
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
    const configuration = isAws(provider.source) ? [account, region, tags.ignore_tags] : [provider.text];
    const key = JSON.stringify([provider.source, ...configuration]);
    const group = groups.get(key) ?? { provider, account, region, tags, instances: [] };
    group.instances.push(instance);
    groups.set(key, group);
  }
  return [...groups.values()];
}
