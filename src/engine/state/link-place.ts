import type { StateInstance } from './instance.ts';
import { isGlobal } from './own-place.ts';
import type { FoundPlace } from './place.ts';

/** Where something is that others name. What nobody told for certain is undefined. */
export type LinkPlace = Record<'partition' | 'account' | 'region', string | undefined> & {
  /** The provider configuration, where nothing but that tells one server or cluster from another. */
  configuration?: string;
};

/** `cn-north-1`, `us-gov-west-1`, `us-isob-east-1`: what comes before is the partition's; the rest is one partition. */
const OTHER_PARTITION = /^(?:cn|us-gov|us-iso[a-z]?|eu-isoe)(?=-)/;

const partitionOf = (region: string | undefined): string | undefined =>
  region === undefined ? undefined : (OTHER_PARTITION.exec(region)?.[0] ?? 'aws');

/** The place by which links to an instance are told apart: a region that is a guess is none, nor is that of a global service. */
export function linkPlace(instance: StateInstance, { region, account, usual, regionBy }: FoundPlace): LinkPlace {
  if (!instance.type.startsWith('aws_'))
    return { partition: undefined, account: undefined, region: undefined, configuration: instance.provider.text };
  if (isGlobal(instance)) return { partition: partitionOf(usual.region), account, region: undefined };
  const certainRegion = regionBy === 'nobody' ? undefined : region;
  return { partition: partitionOf(certainRegion), account, region: certainRegion };
}

/** Whether two places may be one: they agree in all these respects, or somebody does not know. */
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
