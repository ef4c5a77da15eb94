import { askToMap } from '../../state-mapping/ask.ts';
import { readPayload } from './payloads.ts';
import { sendTrigger } from './send-trigger.ts';
import { PushPayload } from './trigger-payloads.ts';
import type { EventHandler } from './types.ts';

/** Commits come to a branch: the default one is read anew, and what they touch is analysed. */
export const push: EventHandler = {
  actions: [null],
  async apply(db, delivery, queue) {
    const payload = readPayload(PushPayload, delivery.payload);
    const { repository, ref, before, after, deleted = false } = payload;
    if (deleted || ref !== `refs/heads/${repository.default_branch}`) return 'ignored';
    const event = { kind: 'push', before, after } as const;
    const found = await sendTrigger(db, delivery, queue, { payload, event, mark: `${before}/${after}` });
    if (!found) return 'ignored';
    await askToMap(queue, db, [{ org_id: found.org_id, repo_id: found.id, mark: after }]);
    return 'processed';
  },
};
