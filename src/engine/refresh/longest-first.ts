import type { StateInstance } from '../state/parse.ts';
import { serviceOf } from '../../provider/rate-limit/services.ts';
import { mayPoll } from '../../provider/read/polls.ts';

/** Types whose reads are many calls, one after another: fifteen of a bucket. */
const LONG: ReadonlySet<string> = new Set(['aws_s3_bucket']);

const rankOf = (type: string): number => (mayPoll(type) ? 0 : LONG.has(type) ? 1 : 2);

/**
 * The same instances, in the order in which they are best read: first what may take long, which begun last would be what
 * everybody waits for at the end; then those of the service that has most of them, since each service is asked so much at
 * once and no more; and those of one type together, which the gateway asks for together.
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
