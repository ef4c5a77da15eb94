import type { StateInstance } from '../state/parse.ts';
import { entryOf, serviceOf } from '../../clouds/clouds.ts';

const rankOf = (type: string): number => {
  const { polls, isSlow } = entryOf(type) ?? {};
  return polls ? 0 : isSlow ? 1 : 2;
};

/**
 * Sorts instances for reading. Slow reads come first, so that they do not delay the end. Then the service with the most
 * reads comes first, since each service has its own rate limit. Equal types stay together, since the gateway batches
 * them.
 */
export function longestFirst(instances: readonly StateInstance[]): StateInstance[] {
  const types = [...Map.groupBy(instances, ({ type }) => type)].map(([type, some]) => ({
    some,
    rank: rankOf(type),
    service: serviceOf(type),
  }));
  const reads = new Map<string, number>();
  for (const { service, some } of types) reads.set(service, (reads.get(service) ?? 0) + some.length);
  const most = (service: string): number => reads.get(service) ?? 0;
  return types.toSorted((a, b) => a.rank - b.rank || most(b.service) - most(a.service)).flatMap(({ some }) => some);
}
