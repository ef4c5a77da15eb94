import { concealDetails } from '../../publishing/conceal.ts';
import { askForStale } from '../../state-mapping/ask.ts';
import { followRepository } from './follow-repository.ts';
import { readPayload, RepositoryPayload } from './payloads.ts';
import type { EventHandler } from './types.ts';

/** A repository gets another name, owner or visibility, is archived or taken up again, or is deleted. */
export const repository: EventHandler = {
  actions: ['renamed', 'transferred', 'archived', 'unarchived', 'deleted', 'privatized', 'publicized', 'edited'],
  async apply(db, delivery, queue) {
    const payload = readPayload(RepositoryPayload, delivery.payload);
    const found = await followRepository(db, delivery, payload, { deleted: delivery.action === 'deleted' });
    if (!found) return 'ignored';
    await askForStale(queue, db, { org_id: found.org.id });
    await concealDetails(db, queue, { org_id: found.org.id });
    return 'processed';
  },
};
