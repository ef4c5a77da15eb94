import { overlapChildAsWritten } from '../overlaps/overlaps.ts';
import type { Relatives } from '../sift/sift.ts';
import { linkPlace, type FoundPlace } from '../state/place.ts';
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

/** The instances of a state that a parent may show, and those that exist. */
export function relativesIn(
  instances: readonly StateInstance[],
  observations: ReadonlyMap<StateInstance, Observation>,
  placeOf: (instance: StateInstance) => FoundPlace,
): Relatives {
  const seen = [...observations].flatMap(([instance, one]) => ('seen' in one ? [{ instance, seen: one.seen }] : []));
  const unread = unreadChildren(instances, observations).map((one) =>
    overlapChildAsWritten(one, linkPlace(one, placeOf(one))),
  );
  const present = seen.filter((one) => one.seen.status !== 'deleted').map(({ instance }) => instance.address);
  return {
    children: [...seen.map((one) => one.seen.child), ...unread].filter((child) => child !== undefined),
    present: new Set(present),
  };
}
