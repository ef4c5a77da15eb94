import type { StateInstance } from '../drift/state/parse.ts';
import type { Place } from '../drift/state/place.ts';

/**
 * The provider configurations whose instances, for the most part, live in another account than the one whose credentials
 * are used, with that account. Read with the wrong credentials every one of them would look deleted, so
 * they are not read. The majority counts, because single resources may well be owned by others and shared.
 */
export async function foreignConfigurations(
  instances: readonly StateInstance[],
  placeOf: (instance: StateInstance) => Place,
  ours: () => Promise<string | undefined>,
): Promise<Map<string, string>> {
  const foreign = new Map<string, string>();
  if (instances.every((instance) => placeOf(instance).account === undefined)) return foreign;
  const account = await ours();
  if (account === undefined) return foreign;
  for (const [configuration, members] of Map.groupBy(instances, (instance) => instance.provider.text)) {
    const votes = new Map<string, number>();
    for (const member of members) {
      const theirs = placeOf(member).account;
      if (theirs !== undefined) votes.set(theirs, (votes.get(theirs) ?? 0) + 1);
    }
    const [winner] = [...votes].sort((a, b) => b[1] - a[1])[0] ?? [];
    if (winner !== undefined && winner !== account) foreign.set(configuration, winner);
  }
  return foreign;
}
