import { asksForScan } from '../../triggers/command.ts';
import { readPayload } from './payloads.ts';
import { sendTrigger } from './send-trigger.ts';
import { IssueCommentPayload } from './trigger-payloads.ts';
import type { EventHandler } from './types.ts';

/** Those who may write to the repository. */
const WRITERS = ['OWNER', 'MEMBER', 'COLLABORATOR'];

/** Somebody comments `plumbline scan`. What programs comment, this one above all, is no order. */
export const issueComment: EventHandler = {
  actions: ['created'],
  async apply(db, delivery, queue) {
    const payload = readPayload(IssueCommentPayload, delivery.payload);
    const { comment, issue } = payload;
    if (comment.user?.type !== 'User' || !WRITERS.includes(comment.author_association)) return 'ignored';
    if (!asksForScan(comment.body ?? '')) return 'ignored';
    const pull_request = issue.pull_request === undefined ? null : issue.number;
    const event = { kind: 'comment', id: comment.id, pull_request } as const;
    return (await sendTrigger(db, delivery, queue, { payload, event, mark: String(comment.id) }))
      ? 'processed'
      : 'ignored';
  },
};
