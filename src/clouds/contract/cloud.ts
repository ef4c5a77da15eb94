import type { JsonObject } from '../../base/json.ts';

/** A location in a cloud; undefined where unknown. */
export type Place = { region: string | undefined; account: string | undefined };

export const NOWHERE: Place = { region: undefined, account: undefined };

/** The parts of a state's resource instance that a cloud reads. */
export type Instance = { mode: string; type: string; values: () => Record<string, unknown> };

/** The parts of a finding that lead to its resource's page in the cloud's console. */
export type ShownResource = { type: string; id: string; region: string | undefined };

/** One provider process's access to the cloud. */
export type ProviderAccess = {
  region: string | undefined;
  /** Set for an emulator or a VPC endpoint. */
  endpoint: string | undefined;
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined };
  /** Tags that the provider leaves out. */
  ignoredTags: { keys?: string[] | undefined; key_prefixes?: string[] | undefined } | undefined;
  /** True where its calls go through the gateway, which also retries them. */
  gated: boolean;
};

/**
 * A cloud with accounts and regions, for which Plumbline has credentials: facts that need no call to the cloud. All
 * other providers come with settings of their own, and have at most a catalog.
 */
export type Cloud = {
  name: string;
  /** True for a full provider address that gets the credentials; not for the same name at another host. */
  isProvider(source: string): boolean;
  /** The prefix of its resource types: `aws_`. */
  prefix: string;
  /** The location in an instance's own attributes. Malformed values are ignored. */
  ownPlace(instance: Instance): Place;
  /** The location in a data source that reads its provider configuration's account or region. */
  placeFromDataSource(instance: Instance): Place;
  /** True for types of global services, which imply no region. */
  isGlobal(type: string): boolean;
  /** A region to read an instance of a global service in: any of its partition. Undefined for other services. */
  anyRegionOf(instance: Instance): string | undefined;
  /** The partition of a region: a part of the cloud with accounts of its own. */
  partitionOf(region: string): string;
  /** True where a type's names are unique across accounts: a resource that one account does not find is in no other. */
  isNameUnique(type: string): boolean;
  /** The service that a read of a type calls: reads of one service share its rate limits. */
  serviceOf(type: string): string;
  /** The URL of a resource in the cloud's console; undefined where it is uncertain. */
  consoleUrl(resource: ShownResource): string | undefined;
  /** The `provider {}` block. */
  providerConfig(access: ProviderAccess): JsonObject;
};
