import type { StateInstance } from '../drift/state/parse.ts';
import type { Place } from '../drift/state/place.ts';

/** Instances that one configured provider can read: same provider, same region. */
export type Group = { source: string; region: string | undefined; instances: StateInstance[] };

/** Groups instances by provider and region, in the order in which they come up. */
export function groupInstances(instances: StateInstance[], placeOf: (instance: StateInstance) => Place): Group[] {
  const groups = new Map<string, Group>();
  for (const instance of instances) {
    const { source } = instance.provider;
    const { region } = placeOf(instance);
    const key = JSON.stringify([source, region]);
    const group = groups.get(key) ?? { source, region, instances: [] };
    group.instances.push(instance);
    groups.set(key, group);
  }
  return [...groups.values()];
}
