import type { StateInstance } from '../state/parse.ts';
import { serviceOf } from '../../provider/rate-limit/services.ts';
import { mayPoll } from '../../provider/read/polls.ts';

/** Types whose reads are many calls in sequence: fifteen for a bucket. */
const SLOW: ReadonlySet<string> = new Set(['aws_s3_bucket']);

const rankOf = (type: string): number => (mayPoll(type) ? 0 : SLOW.has(type) ? 1 : 2);

/**
 * The same instances in the best order to read them: slow reads first, so that none is left at the end; then by service, the
 * one with the most reads first, since each has its own rate limit; and by type, since the gateway batches equal types.
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
