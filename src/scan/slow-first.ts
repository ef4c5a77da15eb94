import type { StateInstance } from '../drift/state/parse.ts';

/**
 * Types whose reads may take much longer than others, because the provider waits for the cloud to make up its mind: that of
 * a queue that is gone takes 20 s. Begun last they would be what everybody waits for at the end.
 */
const SLOW: ReadonlySet<string> = new Set([
  'aws_sqs_queue',
  'aws_sqs_queue_policy',
  'aws_sqs_queue_redrive_policy',
  'aws_sqs_queue_redrive_allow_policy',
]);

/** The same instances, those that may be slow to read first. */
export function slowFirst(instances: readonly StateInstance[]): StateInstance[] {
  const isSlow = ({ type }: StateInstance): boolean => SLOW.has(type);
  return [...instances.filter(isSlow), ...instances.filter((instance) => !isSlow(instance))];
}
