import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ask } from '../../../api/client.ts';
import type { components } from '../../../api/schema.ts';
import { useApi, useChange, useGet, useOrg } from '../../../api/use-api.ts';

export type Kind = components['schemas']['StateSourceKind'];
export type Source = components['schemas']['StateSource'];
export type ProviderSettings = components['schemas']['OwnProviderSettings'];

const SOURCES = '/api/v1/orgs/{org_id}/state-sources';
const PROVIDERS = '/api/v1/orgs/{org_id}/provider-settings';

/** The kinds of sources with their fields. Cached forever, since only an upgrade of the server changes them. */
export const useKinds = () => useGet('/api/v1/state-source-kinds', {}, { staleTime: Infinity });
export const useSources = () => useGet(SOURCES);
export const useSaveSource = () => useChange('put', `${SOURCES}/{source}`, ['state-sources', 'overview', 'aws']);
export const useDeleteSource = () => useChange('delete', `${SOURCES}/{source}`, ['state-sources', 'overview', 'aws']);

/** Verifies the source with a name. On success the list shows it as verified. */
export function useVerifySource() {
  const [api, org, queries] = [useApi(), useOrg(), useQueryClient()];
  return useMutation({
    mutationFn: (source: string) =>
      ask(api.GET(`${SOURCES}/{source}/verify`, { params: { path: { org_id: org, source } } })),
    onSuccess: () =>
      Promise.all(['state-sources', 'overview'].map((resource) => queries.invalidateQueries({ queryKey: [resource] }))),
  });
}

export const useProviderSettings = () => useGet(PROVIDERS);
export const useSaveProvider = () => useChange('put', `${PROVIDERS}/{settings}`, ['provider-settings']);
export const useDeleteProvider = () => useChange('delete', `${PROVIDERS}/{settings}`, ['provider-settings']);

/** Verifies the settings of a provider. */
export function useVerifyProvider() {
  const [api, org] = [useApi(), useOrg()];
  return useMutation({
    mutationFn: (settings: string) =>
      ask(api.GET(`${PROVIDERS}/{settings}/verify`, { params: { path: { org_id: org, settings } } })),
  });
}

/**
 * The error in the name of a new source or provider. The browser checks it, since the name is part of the path and the
 * server reports no field error for it.
 */
export function wrongName(name: string, taken: readonly string[]): string | undefined {
  if (taken.includes(name)) return 'This name is taken. Choose another one.';
  return name === '' || /^[a-z0-9][a-z0-9-]{0,39}$/.test(name)
    ? undefined
    : 'Use lowercase letters, digits and hyphens, 40 at most.';
}

/** `Storage account name` of `storage_account_name`. */
export function labelOf(field: string): string {
  const words = field.replaceAll('_', ' ').replaceAll(/\b(?:ca|id|sas|url)\b/g, (word) => word.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}
