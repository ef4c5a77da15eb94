import type { StateInstance } from '../state/parse.ts';
import type { Observation } from './observe.ts';

/**
 * The instances that were not read but may exist, so that a parent may show their values. Data sources and built-in resources
 * are in no cloud, and a deposed object has no parent. An ignored instance exists: without it its parent would seem drifted.
 */
export function unreadChildren(
  instances: readonly StateInstance[],
  observations: ReadonlyMap<StateInstance, Observation>,
): StateInstance[] {
  return instances.filter((instance) => {
    const observation = observations.get(instance);
    if (!observation || 'seen' in observation || instance.deposed !== undefined) return false;
    const { verdict, reason } = observation.unseen;
    return verdict !== 'skipped' || reason === 'ignored';
  });
}
