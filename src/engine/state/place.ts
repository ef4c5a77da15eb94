import type { StateInstance } from './instance.ts';
import { cloudOfType } from '../../clouds/clouds.ts';
import { NOWHERE, type Place } from '../../clouds/contract/cloud.ts';
import type { ProviderAddress } from './provider-address.ts';

export type { Place } from '../../clouds/contract/cloud.ts';

/** The location of an instance according to its state, and its source. */
export type FoundPlace = Place & {
  /** The usual location of its provider configuration. */
  usual: Place;
  /**
   * The source of the region: `itself`, the instance, or any region of a global service; `others`, instances of its configuration or
   * the code, which may both be newer than it; `nobody`, the default. Undefined where there are no regions.
   */
  regionBy: 'itself' | 'others' | 'nobody' | undefined;
};

/** The most frequent text; the first at a tie. */
function majority(votes: (string | undefined)[]): string | undefined {
  const counts = new Map<string, number>();
  for (const vote of votes) if (vote !== undefined) counts.set(vote, (counts.get(vote) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

/** The region that the code of a provider configuration names; `default` where its block names none. */
export type RegionOf = (provider: ProviderAddress) => string | undefined;
export const DEFAULT_REGION = 'default';

const inCode = ([first]: readonly StateInstance[], regionOf: RegionOf): string | undefined => {
  const region = first && regionOf(first.provider);
  return region === DEFAULT_REGION ? undefined : region;
};

/** Whether the default region may be the one of a configuration: an alias is there to have another one. */
const mayBeDefault = ({ provider }: StateInstance, regionOf: RegionOf): boolean =>
  provider.alias === undefined || regionOf(provider) === DEFAULT_REGION;

/**
 * The location of a provider configuration: the account of `aws_caller_identity`, else that of most managed resources; the region of
 * most managed resources, else that of `aws_region`, which may read another one, else that in the code. Other data sources may read
 * other accounts' resources.
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
 * Region and account of every instance: its own, else the usual ones of its provider configuration, else the default region. Global
 * services fall back to any region. Only resources of such a cloud have regions and accounts, whatever attributes others have.
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

/** The location of a resource for links from others. Uncertain parts are undefined. */
export type LinkPlace = Record<'partition' | 'account' | 'region', string | undefined> & {
  /** The provider configuration, where only that identifies the server or cluster. */
  configuration?: string;
};

/** The location for links to an instance, without a guessed region or that of a global service. */
export function linkPlace(instance: StateInstance, { region, account, usual, regionBy }: FoundPlace): LinkPlace {
  const cloud = cloudOfType(instance.type);
  if (cloud === undefined)
    return { partition: undefined, account: undefined, region: undefined, configuration: instance.provider.text };
  const partitionOf = (one: string | undefined) => (one === undefined ? undefined : cloud.partitionOf(one));
  if (cloud.isGlobal(instance.type)) return { partition: partitionOf(usual.region), account, region: undefined };
  const certainRegion = regionBy === 'nobody' ? undefined : region;
  return { partition: partitionOf(certainRegion), account, region: certainRegion };
}

/** Whether two locations may be the same: in all these respects they agree, or one is unknown. */
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
