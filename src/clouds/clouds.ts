import { AWS_CATALOGS } from './aws/catalog/catalog.ts';
import { AWS } from './aws/cloud.ts';
import { AZURE } from './azure/catalog.ts';
import type { Cloud } from './contract/cloud.ts';
import type { Catalog, TypeEntry } from './contract/entry.ts';
import { GOOGLE } from './google/catalog.ts';
import { KUBERNETES } from './kubernetes/catalog.ts';
import { SERVICES } from './services/catalog.ts';

/** The clouds for which Plumbline has credentials. */
const CLOUDS: readonly Cloud[] = [AWS];

/** The catalogs of all clouds. A resource type stands in one of them only. */
export const CATALOGS: readonly Catalog[] = [...AWS_CATALOGS, AZURE, GOOGLE, KUBERNETES, SERVICES];

/** All catalog entries, by resource type. */
export const TYPES: ReadonlyMap<string, TypeEntry> = new Map(CATALOGS.flatMap((catalog) => Object.entries(catalog)));

/** The catalog entry of a resource type, if it has one. */
export const entryOf = (type: string): TypeEntry | undefined => TYPES.get(type);

/** The cloud whose credentials a provider gets; undefined for a provider with settings of its own. */
export const cloudOf = (source: string): Cloud | undefined => CLOUDS.find((cloud) => cloud.isProvider(source));

/** The cloud of a resource type, whichever provider reads it. */
export const cloudOfType = (type: string): Cloud | undefined => CLOUDS.find(({ prefix }) => type.startsWith(prefix));

/** True for types of global services, which no region contains. */
export const isGlobal = (type: string): boolean => cloudOfType(type)?.isGlobal(type) === true;

/**
 * The service that a read of this type calls: reads of one service share its rate limits. Types of other providers are
 * grouped by the first word after the provider's name (`google_compute`).
 */
export function serviceOf(type: string): string {
  const [provider = '', ...words] = type.split('_');
  return cloudOfType(type)?.serviceOf(type) ?? (words.length > 1 ? `${provider}_${words[0]}` : provider);
}
