import type { StateInstance } from './instance.ts';
import { isGlobal } from './own-place.ts';
import type { FoundPlace } from './place.ts';

/** The location of a resource for links from others. Uncertain parts are undefined. */
export type LinkPlace = Record<'partition' | 'account' | 'region', string | undefined> & {
  /** The provider configuration, where only that identifies the server or cluster. */
  configuration?: string;
};

/** `cn-north-1`, `us-gov-west-1`, `us-isob-east-1`: the prefix names the partition; other regions are in one partition. */
const OTHER_PARTITION = /^(?:cn|us-gov|us-iso[a-z]?|eu-isoe)(?=-)/;

const partitionOf = (region: string | undefined): string | undefined =>
  region === undefined ? undefined : (OTHER_PARTITION.exec(region)?.[0] ?? 'aws');

/** The location for links to an instance, without a guessed region or that of a global service. */
export function linkPlace(instance: StateInstance, { region, account, usual, regionBy }: FoundPlace): LinkPlace {
  if (!instance.type.startsWith('aws_'))
    return { partition: undefined, account: undefined, region: undefined, configuration: instance.provider.text };
  if (isGlobal(instance)) return { partition: partitionOf(usual.region), account, region: undefined };
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
