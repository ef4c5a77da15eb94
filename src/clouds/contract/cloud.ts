import type { JsonObject } from '../../base/json.ts';

/** A location in a cloud, as far as known. */
export type Place = { region: string | undefined; account: string | undefined };

export const NOWHERE: Place = { region: undefined, account: undefined };

/** A resource instance of a state, as far as a cloud has to know it. */
export type Instance = { mode: string; type: string; values: () => Record<string, unknown> };

/** A resource that is to be opened in its cloud's console, as far as a finding knows it. */
export type ShownResource = { type: string; id: string; region: string | undefined };

/** How one provider process gets at the cloud. */
export type ProviderAccess = {
  region: string | undefined;
  /** Set for an emulator or a VPC endpoint. */
  endpoint: string | undefined;
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined };
  /** Tags that it is to leave out. */
  ignoredTags: { keys?: string[] | undefined; key_prefixes?: string[] | undefined } | undefined;
  /** Whether its calls go through the gateway, which also retries them. */
  gated: boolean;
};

/**
 * A cloud with accounts and regions, for which Plumbline has credentials: what holds of it without asking it. All other providers come
 * with settings of their own; of their types there is a catalog at most.
 */
export type Cloud = {
  name: string;
  /** Whether a provider, by its full address, gets the credentials: one with the same name at another host does not. */
  isProvider(source: string): boolean;
  /** What the names of its resource types begin with. */
  prefix: string;
  /** The location in an instance's own attributes. Malformed values are ignored. */
  ownPlace(instance: Instance): Place;
  /** The location in a data source that reads its provider configuration's account or region. */
  placeFromDataSource(instance: Instance): Place;
  /** Whether instances of a type belong to a global service, so that they imply no region. */
  isGlobal(type: string): boolean;
  /** A region to read an instance of a global service in: any of its partition works. Undefined for other services. */
  anyRegionOf(instance: Instance): string | undefined;
  /** The part of the cloud, with accounts of its own, that a region is in. */
  partitionOf(region: string): string;
  /** Whether names of a type are unique in all accounts: what is not found in one is in no other. */
  isNameUnique(type: string): boolean;
  /** The service that a read of a type calls: reads of one service share its limits. */
  serviceOf(type: string): string;
  /** The address of a resource in the cloud's console; undefined where it is not certain. */
  consoleUrl(resource: ShownResource): string | undefined;
  /** The `provider {}` block. */
  providerConfig(access: ProviderAccess): JsonObject;
};
