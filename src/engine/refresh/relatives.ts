import { overlapChildAsWritten } from '../overlaps/overlaps.ts';
import type { Relatives } from '../sift/sift.ts';
import { linkPlace, type FoundPlace } from '../state/place.ts';
import type { StateInstance } from '../state/parse.ts';
import type { Observation } from './observe.ts';

/**
 * Lists instances that were not read but may exist, so that a parent may repeat their values. Data sources and built-in
 * resources have no cloud object, and a deposed object has no parent. An ignored instance exists: without it its parent
 * would seem drifted.
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

/** The children in a state whose values a parent may repeat, and the addresses of all existing instances. */
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
