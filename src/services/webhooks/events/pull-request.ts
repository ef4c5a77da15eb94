import { readPayload } from './payloads.ts';
import { sendTrigger } from './send-trigger.ts';
import { PullRequestPayload } from './trigger-payloads.ts';
import type { EventHandler } from './types.ts';

/** A pull request has other commits, is ready, or is closed: what it is by now decides. */
export const pullRequest: EventHandler = {
  actions: ['opened', 'synchronize', 'reopened', 'ready_for_review', 'closed'],
  async apply(db, delivery, queue) {
    const payload = readPayload(PullRequestPayload, delivery.payload);
    const { number, head, updated_at } = payload.pull_request;
    const event = { kind: 'pull_request', number } as const;
    const mark = `${number}/${delivery.action}/${head.sha}/${updated_at}`;
    return (await sendTrigger(db, delivery, queue, { payload, event, mark })) ? 'processed' : 'ignored';
  },
};
