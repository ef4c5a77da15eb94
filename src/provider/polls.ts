import type { Value } from '../base/value.ts';
import { fields } from '../drift/compare/canonical.ts';
import type { Progress } from '../gateway/progress.ts';

/** What a read asks until there is what it looks for: by which of its attributes, and what that is called in the list that answers. */
type Poll = { action: string; by: string; listedAs?: string };

const QUEUE: Poll = { action: 'sqs:GetQueueAttributes', by: 'id' };

/**
 * Types whose reads wait for what is gone, as if it had just been made: 20 s for a queue, three minutes for a grant
 * (hashicorp/aws 5.100.0, internal/service/sqs/queue.go and internal/service/kms/grant.go).
 */
const POLLS: Readonly<Record<string, Poll>> = {
  aws_sqs_queue: QUEUE,
  aws_sqs_queue_policy: QUEUE,
  aws_sqs_queue_redrive_policy: QUEUE,
  aws_sqs_queue_redrive_allow_policy: QUEUE,
  aws_kms_grant: { action: 'kms:ListGrants', by: 'key_id', listedAs: 'grant_id' },
};

/** Whether the reads of a type may take much longer than others, because they wait. */
export const mayPoll = (type: string): boolean => Object.hasOwn(POLLS, type);

/**
 * Whether the cloud has said already what a read goes on waiting for: its provider asks the same again and again, and each answer
 * is "not found", or a list without the instance.
 */
export function isToldGone(
  type: string,
  before: Value,
  since: number,
  { repeated }: Pick<Progress, 'repeated'>,
): boolean {
  const poll = mayPoll(type) ? POLLS[type] : undefined;
  if (poll === undefined) return false;
  const known = fields(before);
  const [by, listedAs] = [known[poll.by], poll.listedAs === undefined ? undefined : known[poll.listedAs]];
  if (typeof by !== 'string' || by === '') return false;
  const answers = repeated(by, since).filter(({ action }) => action === poll.action);
  if (answers.length === 0) return false;
  if (poll.listedAs === undefined) return answers.every(({ notThere }) => notThere);
  if (typeof listedAs !== 'string' || listedAs === '') return false;
  return answers.every(({ status, notThere, body }) => notThere || (status < 300 && !body.includes(listedAs)));
}
