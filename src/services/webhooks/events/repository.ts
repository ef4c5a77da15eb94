import { lockAccount, rememberInstallation } from '../../../store/queries/installations.ts';
import { noteFacts } from '../../../store/queries/repository-facts.ts';
import { followAccount, nameNow } from './account.ts';
import { momentOf, readPayload, RepositoryPayload } from './payloads.ts';
import { askForStale } from '../../state-mapping/ask.ts';
import type { EventHandler } from './types.ts';

/** A repository gets another name, owner or visibility, is archived or taken up again, or is deleted. */
export const repository: EventHandler = {
  actions: ['renamed', 'transferred', 'archived', 'unarchived', 'deleted', 'privatized', 'publicized', 'edited'],
  async apply(db, delivery, queue) {
    const { installation, repository } = readPayload(RepositoryPayload, delivery.payload);
    if (!installation) return 'ignored';
    const { owner } = repository;
    const { codehost, action } = delivery;
    await lockAccount(db, codehost, owner.id);
    const identity = { codehost, id: installation.id };
    const known = await rememberInstallation(db, identity, owner.id);
    // Of an installation that is gone, or of an owner whose repository it is no more.
    if (known.status === 'deleted' || known.account_id !== owner.id) return 'ignored';
    const org = await followAccount(db, delivery, { account: owner, installation_id: installation.id });
    const facts = {
      full_name: nameNow(org, delivery, repository.full_name),
      private: repository.private,
      archived: repository.archived ?? false,
      default_branch: repository.default_branch ?? null,
      deleted: action === 'deleted',
    };
    const moment = momentOf(repository.updated_at, delivery.sent_at);
    await noteFacts(db, org.id, codehost, [{ external_id: repository.id, facts, moment }]);
    await askForStale(queue, db, { org_id: org.id });
    return 'processed';
  },
};
