import { overlapChildAsWritten } from '../overlaps/overlaps.ts';
import type { Relatives } from '../sift/sift.ts';
import { linkPlace } from '../state/link-place.ts';
import type { StateInstance } from '../state/parse.ts';
import type { FoundPlace } from '../state/place.ts';
import type { Observation } from './observe.ts';
import { unreadChildren } from './unread-children.ts';

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
