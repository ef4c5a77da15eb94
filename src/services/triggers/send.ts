import type { SendOptions } from '../../jobs/types.ts';
import type { Base } from '../base/context.ts';
import type { TriggerJob } from '../base/jobs.ts';

/** Has a job look into what happened, in the transaction `db`; `mark` makes the same event the same job. */
export async function sendTriggerJob(
  queue: Base['queue'],
  db: SendOptions['db'],
  job: TriggerJob,
  mark: string,
): Promise<void> {
  const singletonKey = `${job.repo_id}/${job.event.kind}/${mark}`;
  await queue.send('trigger', job, { db, singletonKey });
}
