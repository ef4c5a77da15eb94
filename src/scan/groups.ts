import type { TagSettings } from '../drift/rules/provider-settings.ts';
import type { StateInstance } from '../drift/state/parse.ts';
import type { Place } from '../drift/state/place.ts';

/** Instances that one configured provider can read: same provider, same account, same region, and no tags of their own to ignore. */
export type Group = Place & { source: string; tags: TagSettings; instances: StateInstance[] };

/**
 * Groups instances by provider, account and region, in the order in which they come up. Configurations with different aliases
 * are one group, unless what they ignore is different: a group more is a provider configured once more.
 */
export function groupInstances(
  instances: readonly StateInstance[],
  placeOf: (instance: StateInstance) => Place,
  tagsOf: (instance: StateInstance) => TagSettings,
): Group[] {
  const groups = new Map<string, Group>();
  for (const instance of instances) {
    const { source } = instance.provider;
    const { region, account } = placeOf(instance);
    const tags = tagsOf(instance);
    const key = JSON.stringify([source, account, region, tags.ignore_tags]);
    const group = groups.get(key) ?? { source, account, region, tags, instances: [] };
    group.instances.push(instance);
    groups.set(key, group);
  }
  return [...groups.values()];
}
