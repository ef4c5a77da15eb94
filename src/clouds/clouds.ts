import { AWS } from './aws/catalog/catalog.ts';
import { awsServiceOf } from './aws/catalog/services.ts';
import { AZURE } from './azure/catalog.ts';
import type { Catalog, TypeEntry } from './contract/entry.ts';
import { GOOGLE } from './google/catalog.ts';
import { KUBERNETES } from './kubernetes/catalog.ts';
import { SERVICES } from './services/catalog.ts';

/** What is known of resource types, a type in one of them. */
export const CATALOGS: readonly Catalog[] = [...AWS, AZURE, GOOGLE, KUBERNETES, SERVICES];

/** All entries by their resource type. */
export const TYPES: ReadonlyMap<string, TypeEntry> = new Map(CATALOGS.flatMap((catalog) => Object.entries(catalog)));

/** What is known of a resource type; undefined for one without an entry. */
export const entryOf = (type: string): TypeEntry | undefined => TYPES.get(type);

/**
 * The service that a read of this type calls: reads of one service share its limits. Types of other providers than AWS's are
 * distinguished by the first word behind the provider's (`google_compute`).
 */
export function serviceOf(type: string): string {
  const [provider = '', ...words] = type.split('_');
  if (provider === 'aws') return awsServiceOf(words);
  return words.length > 1 ? `${provider}_${words[0]}` : provider;
}
