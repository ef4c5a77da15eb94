import type { Static } from 'typebox';
import type { Transaction } from 'kysely';
import type { Tables } from '../../../store/tables.ts';
import type { Base } from '../../base/context.ts';
import type { TriggerEvent, TriggerJob } from '../../base/jobs.ts';
import { sendTriggerJob } from '../../triggers/send.ts';
import { stopped } from '../../access/organization.ts';
import { HopelessDelivery } from '../../installations/account.ts';
import { followRepository } from './follow-repository.ts';
import type { RepositoryPayload } from './payloads.ts';
import { type Delivery } from './types.ts';

/** What those refuse who do not yet belong to an organization; the event of the installation tells the operator, once. */
const NOT_LINKED = ['login_taken', 'installation_taken'];

type Payload = Static<typeof RepositoryPayload> & { sender?: { login: string } };

/** The job that looks into what happened in a repository, where anything may be started there. */
export async function triggerOf(
  db: Transaction<Tables>,
  delivery: Delivery,
  { payload, event }: { payload: Payload; event: TriggerEvent },
): Promise<TriggerJob | undefined> {
  const found = await followRepository(db, delivery, payload).catch((error: unknown) => {
    if (error instanceof HopelessDelivery && NOT_LINKED.includes(error.code)) return undefined;
    throw error;
  });
  const { org, repository } = found ?? {};
  if (!org || !repository || stopped(org)) return undefined;
  if (repository.removed_at !== null || repository.archived) return undefined;
  return { org_id: org.id, repo_id: repository.id, actor: payload.sender?.login ?? null, event };
}

/** Sends that job; `mark` makes the same event the same job. False where there is none. */
export async function sendTrigger(
  db: Transaction<Tables>,
  delivery: Delivery,
  queue: Base['queue'],
  { mark, ...what }: { payload: Payload; event: TriggerEvent; mark: string },
): Promise<boolean> {
  const job = await triggerOf(db, delivery, what);
  if (job) await sendTriggerJob(queue, db, job, mark);
  return job !== undefined;
}
