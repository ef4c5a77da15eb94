import type { StateInstance } from '../state/parse.ts';
import type { Observation } from './observe.ts';

type Observations = ReadonlyMap<StateInstance, Observation>;

/** All that a read begins with, and that its result is compared with. */
const contentOf = ({ provider, schemaVersion, attributes, identity, sensitivePaths, ...one }: StateInstance): string =>
  JSON.stringify([
    provider.text,
    schemaVersion,
    attributes,
    identity,
    sensitivePaths,
    Buffer.from(one.private).toString('base64'),
  ]);

/** The same observation, told of an instance that is the same in a newer state. */
function toldOf(instance: StateInstance, observation: Observation): Observation {
  if (!('seen' in observation) || observation.seen.status === 'in_sync') return observation;
  const { seen } = observation;
  const { result } = seen;
  return { seen: { ...seen, result: { ...result, instance, observed: { ...result.observed, instance } } } };
}

/**
 * What was observed and still holds when a state has been written again: that of the instances which it has unchanged. What
 * has changed, or is new, has to be looked at; what is not in it any more is nobody's business.
 */
export function carryOver(observations: Observations, to: readonly StateInstance[]): Map<StateInstance, Observation> {
  const known = new Map([...observations.keys()].map((instance) => [instance.address, instance]));
  const carried = new Map<StateInstance, Observation>();
  for (const instance of to) {
    const before = known.get(instance.address);
    const observation = before && observations.get(before);
    if (before && observation && contentOf(before) === contentOf(instance))
      carried.set(instance, toldOf(instance, observation));
  }
  return carried;
}
