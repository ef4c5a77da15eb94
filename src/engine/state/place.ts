import type { StateInstance } from './instance.ts';
import { anyRegionOf, isGlobal, NOWHERE, ownPlace, placeFromDataSource, type Place } from './own-place.ts';
import type { ProviderAddress } from './provider-address.ts';

export type { Place } from './own-place.ts';

/** Where an instance lives, as far as its state tells, and how well. */
export type FoundPlace = Place & {
  /** Where the provider configuration of the instance is, by what the others say. */
  usual: Place;
  /**
   * Who says the region: the instance itself, or any will do, as for a global service; others of its configuration or the code,
   * which may both be ahead of it; or nobody, and it is the default. Undefined where there are no regions.
   */
  regionBy: 'itself' | 'others' | 'nobody' | undefined;
};

/** Counts texts; the one with the most votes wins, the first at a tie. */
function majority(votes: (string | undefined)[]): string | undefined {
  const counts = new Map<string, number>();
  for (const vote of votes) if (vote !== undefined) counts.set(vote, (counts.get(vote) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

/** The region that the code of a provider configuration names. */
export type RegionOf = (provider: ProviderAddress) => string | undefined;

const inCode = ([first]: readonly StateInstance[], regionOf: RegionOf): string | undefined =>
  first && regionOf(first.provider);

/**
 * Where a provider configuration is: most of what it manages, and before that `aws_caller_identity`, whose account can be no other;
 * `aws_region` may have been asked for another region. What other data sources found may be anybody's. What its code says counts
 * where nothing in the state tells.
 */
function usualPlace(
  members: readonly StateInstance[],
  own: ReadonlyMap<StateInstance, Place>,
  regionOf: RegionOf,
): Place {
  const data = members.map(placeFromDataSource);
  const managed = members.flatMap((one) => (one.mode === 'managed' ? (own.get(one) ?? []) : []));
  return {
    region:
      majority(managed.map((one) => one.region)) ??
      majority(data.map((one) => one.region)) ??
      inCode(members, regionOf),
    account: majority(data.map((one) => one.account)) ?? majority(managed.map((one) => one.account)),
  };
}

/**
 * Region and account of every instance: its own, else what the others of the same provider configuration say, else
 * the default region. State itself names neither. What belongs to a global service is read from anywhere if need be.
 * Regions and accounts are AWS's: what is another cloud's is nowhere, whatever its attributes are called.
 */
export function placeInstances(
  instances: readonly StateInstance[],
  defaultRegion: string | undefined,
  regionOf: RegionOf = () => undefined,
): Map<StateInstance, FoundPlace> {
  const own = new Map(instances.map((instance) => [instance, ownPlace(instance)]));
  const siblings = Map.groupBy(instances, (instance) => instance.provider.text);
  const usual = new Map([...siblings].map(([provider, members]) => [provider, usualPlace(members, own, regionOf)]));
  return new Map(
    instances.map((instance): [StateInstance, FoundPlace] => {
      if (!instance.type.startsWith('aws_')) return [instance, { ...NOWHERE, usual: NOWHERE, regionBy: undefined }];
      const mine = own.get(instance);
      const common = usual.get(instance.provider.text) ?? { region: undefined, account: undefined };
      const statedRegion = mine?.region ?? common.region;
      const anywhere = statedRegion === undefined ? anyRegionOf(instance) : undefined;
      const isSure = mine?.region !== undefined || isGlobal(instance);
      return [
        instance,
        {
          region: statedRegion ?? defaultRegion ?? anywhere,
          account: mine?.account ?? common.account,
          usual: common,
          regionBy: isSure ? 'itself' : statedRegion === undefined ? 'nobody' : 'others',
        },
      ];
    }),
  );
}
