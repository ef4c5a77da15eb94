import type { ProviderUse } from './analysis.ts';

/** The providers of an analysis in a stable order. */
export function orderedProviders(uses: readonly ProviderUse[]): ProviderUse[] {
  const key = ({ source, version, locked }: ProviderUse) => JSON.stringify([source, version, locked]);
  return uses.toSorted((a, b) => (key(a) < key(b) ? -1 : Number(key(a) > key(b))));
}
