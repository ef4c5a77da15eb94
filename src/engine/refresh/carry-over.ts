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

/** The same observation for the unchanged instance of a newer state. */
function toldOf(instance: StateInstance, observation: Observation): Observation {
  if (!('seen' in observation) || observation.seen.status === 'in_sync') return observation;
  const { seen } = observation;
  const { result } = seen;
  return { seen: { ...seen, result: { ...result, instance, observed: { ...result.observed, instance } } } };
}

/**
 * The observations that still hold for a newer version of a state: those of unchanged instances. Changed and new ones have to
 * be read.
 */
export function carryOver(observations: Observations, to: readonly StateInstance[]): Map<StateInstance, Observation> {
  const byAddress = new Map([...observations.keys()].map((instance) => [instance.address, instance]));
  const carried = new Map<StateInstance, Observation>();
  for (const instance of to) {
    const before = byAddress.get(instance.address);
    const observation = before && observations.get(before);
    if (before && observation && contentOf(before) === contentOf(instance))
      carried.set(instance, toldOf(instance, observation));
  }
  return carried;
}
