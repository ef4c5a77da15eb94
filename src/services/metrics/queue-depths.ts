import type { Base } from '../base/context.ts';
import { inTime } from '../base/in-time.ts';

/** Messages of each queue by what becomes of them. */
export type QueueDepths = Record<string, { waiting: number; active: number; failed: number }>;

/**
 * How many messages wait, run and were given up, over the whole instance; undefined when the database does not say so in
 * time. Never throws: metrics are read to find out what is wrong.
 */
export async function queueDepths(
  { queue }: Pick<Base, 'queue'>,
  deadlineMs: number,
): Promise<QueueDepths | undefined> {
  return inTime(deadlineMs, () => queue.depths());
}
