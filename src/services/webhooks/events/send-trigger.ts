import type { Static } from 'typebox';
import type { Transaction } from 'kysely';
import type { RepositoryRow } from '../../../store/queries/repositories.ts';
import type { Tables } from '../../../store/tables.ts';
import type { Services } from '../../context.ts';
import type { TriggerEvent } from '../../triggers/events.ts';
import { stopped } from '../../triggers/unfit.ts';
import { followRepository } from './follow-repository.ts';
import type { RepositoryPayload } from './payloads.ts';
import { HopelessDelivery, type Delivery } from './types.ts';

/** What those refuse who do not yet belong to an organization; the event of the installation tells the operator, once. */
const NOT_LINKED = ['login_taken', 'installation_taken'];

type Payload = Static<typeof RepositoryPayload> & { sender?: { login: string } };

/**
 * Has a job look into what happened in a repository, where anything may be started there; `mark` makes the same event the
 * same job. Answers the repository.
 */
export async function sendTrigger(
  db: Transaction<Tables>,
  delivery: Delivery,
  queue: Services['queue'],
  { payload, event, mark }: { payload: Payload; event: TriggerEvent; mark: string },
): Promise<RepositoryRow | undefined> {
  const found = await followRepository(db, delivery, payload).catch((error: unknown) => {
    if (error instanceof HopelessDelivery && NOT_LINKED.includes(error.code)) return undefined;
    throw error;
  });
  const { org, repository } = found ?? {};
  if (!org || !repository || stopped(org)) return undefined;
  if (repository.removed_at !== null || repository.archived) return undefined;
  const job = { org_id: org.id, repo_id: repository.id, actor: payload.sender?.login ?? null, event };
  // One at a time of each organization: ten thousand comments of one keep no other waiting.
  const singletonKey = `${repository.id}/${event.kind}/${mark}`;
  await queue.send('trigger', job, { db, singletonKey, group: org.id });
  return repository;
}
