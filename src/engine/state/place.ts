import type { StateInstance } from './instance.ts';
import { cloudOfType } from '../../clouds/clouds.ts';
import { NOWHERE, type Place } from '../../clouds/contract/cloud.ts';
import type { ProviderAddress } from './provider-address.ts';

export type { Place } from '../../clouds/contract/cloud.ts';

/** The location of an instance according to its state, with the source of the region. */
export type FoundPlace = Place & {
  /** The usual location of its provider configuration. */
  usual: Place;
  /**
   * The source of the region. `itself`: the instance names it, or it belongs to a global service, which has any region.
   * `others`: other instances of its configuration or the code name it; both may be newer than the instance. `nobody`:
   * the default region. Undefined for providers without regions.
   */
  regionBy: 'itself' | 'others' | 'nobody' | undefined;
};

/** The most frequent text. In a tie, the first. */
function majority(votes: (string | undefined)[]): string | undefined {
  const counts = new Map<string, number>();
  for (const vote of votes) if (vote !== undefined) counts.set(vote, (counts.get(vote) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

/** Returns the region that the code of a provider configuration names; `default` if its block names none. */
export type RegionOf = (provider: ProviderAddress) => string | undefined;
export const DEFAULT_REGION = 'default';

const inCode = ([first]: readonly StateInstance[], regionOf: RegionOf): string | undefined => {
  const region = first && regionOf(first.provider);
  return region === DEFAULT_REGION ? undefined : region;
};

/** True if a configuration may use the default region. An alias usually exists to use another one. */
const mayBeDefault = ({ provider }: StateInstance, regionOf: RegionOf): boolean =>
  provider.alias === undefined || regionOf(provider) === DEFAULT_REGION;

/**
 * The location of a provider configuration. The account is that of `aws_caller_identity`, else that of most managed
 * resources. The region is that of most managed resources, else that of `aws_region`, which may read another region,
 * else that in the code. Other data sources do not count, because they may read resources of other accounts.
 */
function usualPlace(
  members: readonly StateInstance[],
  own: ReadonlyMap<StateInstance, Place>,
  regionOf: RegionOf,
): Place {
  const data = members.map((one) => cloudOfType(one.type)?.placeFromDataSource(one) ?? NOWHERE);
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
 * Finds region and account of every instance: its own, else the usual ones of its provider configuration, else the
 * default region. Global services fall back to any region. Only resources of clouds have a location, even if other
 * resources have attributes with such names.
 */
export function placeInstances(
  instances: readonly StateInstance[],
  defaultRegion: string | undefined,
  regionOf: RegionOf = () => undefined,
): Map<StateInstance, FoundPlace> {
  const own = new Map(instances.map((one) => [one, cloudOfType(one.type)?.ownPlace(one) ?? NOWHERE]));
  const siblings = Map.groupBy(instances, (instance) => instance.provider.text);
  const usual = new Map([...siblings].map(([provider, members]) => [provider, usualPlace(members, own, regionOf)]));
  return new Map(
    instances.map((instance): [StateInstance, FoundPlace] => {
      const cloud = cloudOfType(instance.type);
      if (cloud === undefined) return [instance, { ...NOWHERE, usual: NOWHERE, regionBy: undefined }];
      const mine = own.get(instance);
      const common = usual.get(instance.provider.text) ?? { region: undefined, account: undefined };
      const statedRegion = mine?.region ?? common.region;
      const anywhere = statedRegion === undefined ? cloud.anyRegionOf(instance) : undefined;
      const isSure = mine?.region !== undefined || cloud.isGlobal(instance.type);
      return [
        instance,
        {
          region: statedRegion ?? (mayBeDefault(instance, regionOf) ? defaultRegion : undefined) ?? anywhere,
          account: mine?.account ?? common.account,
          usual: common,
          regionBy: isSure ? 'itself' : statedRegion === undefined ? 'nobody' : 'others',
        },
      ];
    }),
  );
}

/** The location of a resource for matching links. Uncertain parts are undefined. */
export type LinkPlace = Record<'partition' | 'account' | 'region', string | undefined> & {
  /** The provider configuration, if only that identifies the server or cluster. */
  configuration?: string;
};

/** Builds the location for links to an instance. Omits a guessed region and the region of a global service. */
export function linkPlace(instance: StateInstance, { region, account, usual, regionBy }: FoundPlace): LinkPlace {
  const cloud = cloudOfType(instance.type);
  if (cloud === undefined)
    return { partition: undefined, account: undefined, region: undefined, configuration: instance.provider.text };
  const partitionOf = (one: string | undefined) => (one === undefined ? undefined : cloud.partitionOf(one));
  if (cloud.isGlobal(instance.type)) return { partition: partitionOf(usual.region), account, region: undefined };
  const certainRegion = regionBy === 'nobody' ? undefined : region;
  return { partition: partitionOf(certainRegion), account, region: certainRegion };
}

/** True if two locations may be the same: each of these parts is equal, or unknown on one side. */
export function mayBeOne(
  one: LinkPlace | undefined,
  other: LinkPlace | undefined,
  respects: readonly (keyof LinkPlace)[],
): boolean {
  return respects.every((name) => {
    const [mine, theirs] = [one?.[name], other?.[name]];
    return mine === undefined || theirs === undefined || mine === theirs;
  });
}
