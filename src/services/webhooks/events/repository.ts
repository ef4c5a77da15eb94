import type { Static } from 'typebox';
import { isKeptPrivate } from '../../../base/code-host.ts';
import type { OrganizationRow } from '../../../store/queries/organizations.ts';
import { findRepository, type RepositoryRow } from '../../../store/queries/repositories.ts';
import { noteFacts } from '../../../store/queries/repository-facts.ts';
import { scoped, type Executor } from '../../../store/scope.ts';
import { concealDetails } from '../../publishing/conceal.ts';
import { askForStale } from '../../state-mapping/ask.ts';
import { followInstallation, nameNow } from '../../installations/account.ts';
import { readPayload, RepositoryPayload, momentOf } from './payloads.ts';
import type { EventHandler, Delivery } from './types.ts';

/** A repository gets another name, owner or visibility, is archived or unarchived, or is deleted. */
export const repository: EventHandler = {
  actions: ['renamed', 'transferred', 'archived', 'unarchived', 'deleted', 'privatized', 'publicized', 'edited'],
  async apply(db, delivery, queue) {
    const payload = readPayload(RepositoryPayload, delivery.payload);
    const found = await followRepository(db, delivery, payload, { deleted: delivery.action === 'deleted' });
    if (!found) return 'ignored';
    await askForStale(queue, scoped(db, { org_id: found.org.id }));
    await concealDetails(db, queue, { org_id: found.org.id });
    return 'processed';
  },
};

/**
 * The organization and the repository of an event, created if they are new and updated with the event's facts, so that
 * events that arrive before the installation's are not lost. Undefined if the installation is deleted, or belongs to
 * another account than the repository's owner.
 */
export async function followRepository(
  db: Executor,
  delivery: Delivery,
  { installation, repository }: Static<typeof RepositoryPayload>,
  { deleted = false }: { deleted?: boolean } = {},
): Promise<{ org: OrganizationRow; repository: RepositoryRow | undefined } | undefined> {
  if (!installation) return undefined;
  const { codehost } = delivery;
  const org = await followInstallation(db, delivery, { account: repository.owner, installation_id: installation.id });
  if (!org) return undefined;
  const facts = {
    full_name: nameNow(org, delivery, repository.full_name),
    private: isKeptPrivate(repository),
    archived: repository.archived ?? false,
    default_branch: repository.default_branch ?? null,
    deleted,
  };
  const identity = { codehost, external_id: repository.id };
  const moment = momentOf(repository.updated_at, delivery.sent_at);
  const tenant = scoped(db, { org_id: org.id });
  await noteFacts(tenant, codehost, [{ external_id: repository.id, facts, moment }]);
  return { org, repository: await findRepository(tenant, identity) };
}
