import { askToMap } from '../../state-mapping/ask.ts';
import { readPayload } from './payloads.ts';
import { triggerOf } from './send-trigger.ts';
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
    const job = await triggerOf(db, delivery, { payload, event });
    if (!job) return 'ignored';
    const { org_id, repo_id } = job;
    // What is read of it decides what it touches: a root module may be new with it.
    const afterwards = { job, mark: `${before}/${after}` };
    await askToMap(queue, db, [{ org_id, repo_id, mark: afterwards.mark, afterwards }]);
    return 'processed';
  },
};
