import { asksForScan } from '../../triggers/command.ts';
import { readPayload } from './payloads.ts';
import { sendTrigger } from './send-trigger.ts';
import { IssueCommentPayload } from './trigger-payloads.ts';
import type { EventHandler } from './types.ts';

/**
 * Somebody comments `plumbline scan`. What programs comment, this one above all, is no order. Whether people may give any, the job
 * asks: `author_association` does not tell, for members may read only, and those who hide that they are some are none by it.
 */
export const issueComment: EventHandler = {
  actions: ['created'],
  async apply(db, delivery, queue) {
    const payload = readPayload(IssueCommentPayload, delivery.payload);
    const { comment, issue } = payload;
    if (comment.user?.type !== 'User') return 'ignored';
    if (!asksForScan(comment.body ?? '')) return 'ignored';
    const pull_request = issue.pull_request === undefined ? null : issue.number;
    const { id, login } = comment.user;
    const event = { kind: 'comment', id: comment.id, pull_request, author: { id, login } } as const;
    return (await sendTrigger(db, delivery, queue, { payload, event, mark: String(comment.id) }))
      ? 'processed'
      : 'ignored';
  },
};
