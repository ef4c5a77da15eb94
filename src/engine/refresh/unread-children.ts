import type { StateInstance } from '../state/parse.ts';
import type { Observation } from './observe.ts';

/**
 * The instances that were not read and may be there in the cloud all the same, so that a parent may show what they are.
 * Data sources and what is built into Terraform are in no cloud; a deposed object is nobody's child. What a rule ignores
 * is there, and its parent would look drifted without it.
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
