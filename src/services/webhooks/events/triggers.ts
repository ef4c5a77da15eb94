import type { Static } from 'typebox';
import type { Trx } from '../../../store/scope.ts';
import type { Base } from '../../base/context.ts';
import type { TriggerEvent, TriggerJob } from '../../base/jobs.ts';
import { sendTriggerJob } from '../../triggers/follow.ts';
import { stopped } from '../../access/organization.ts';
import { HopelessDelivery } from '../../installations/account.ts';
import { askToMap } from '../../state-mapping/ask.ts';
import { asksForScan } from '../../triggers/command.ts';
import { followRepository } from './repository.ts';
import {
  readPayload,
  PushPayload,
  PullRequestPayload,
  IssueCommentPayload,
  CheckRunPayload,
  CheckSuitePayload,
  type RepositoryPayload,
} from './payloads.ts';
import type { Delivery, EventHandler } from './types.ts';

/** Errors of accounts that are not linked to an organization yet; the event of the installation reports them to the operator, once. */
const NOT_LINKED = ['login_taken', 'installation_taken'];

type Payload = Static<typeof RepositoryPayload> & { sender?: { login: string } };

/** The job that handles an event of a repository, where analyses may be started. */
async function triggerOf(
  db: Trx,
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
async function sendTrigger(
  db: Trx,
  delivery: Delivery,
  queue: Base['queue'],
  { mark, ...what }: { payload: Payload; event: TriggerEvent; mark: string },
): Promise<boolean> {
  const job = await triggerOf(db, delivery, what);
  if (job) await sendTriggerJob(queue, db, job, mark);
  return job !== undefined;
}

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

/**
 * Somebody comments `plumbline scan`. Comments of programs, Plumbline's own above all, are no commands. The job checks whether the
 * author may write: `author_association` does not show it, since some members may only read, and members who hide their membership
 * are not called members.
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

/** A request to repeat a check. The code host sends it to the App of the check alone. */
export const checkRun: EventHandler = {
  actions: ['rerequested'],
  async apply(db, delivery, queue) {
    const payload = readPayload(CheckRunPayload, delivery.payload);
    const { id, head_sha: sha, external_id, pull_requests, check_suite } = payload.check_run;
    // Done again, the check is about another analysis.
    const mark = `run/${id}/${external_id ?? ''}`;
    const pull_request = ownPullRequest(payload.repository, pull_requests);
    const branch = check_suite?.head_branch ?? null;
    const event = { kind: 'rerequest', sha, branch, pull_request, mark, by: senderOf(payload) } as const;
    return (await sendTrigger(db, delivery, queue, { payload, event, mark })) ? 'processed' : 'ignored';
  },
};

/** The same for all checks of a commit. */
export const checkSuite: EventHandler = {
  actions: ['rerequested'],
  async apply(db, delivery, queue) {
    const payload = readPayload(CheckSuitePayload, delivery.payload);
    const { id, head_sha: sha, head_branch: branch, updated_at, pull_requests } = payload.check_suite;
    const mark = `suite/${id}/${updated_at}`;
    const pull_request = ownPullRequest(payload.repository, pull_requests);
    const event = { kind: 'rerequest', sha, branch, pull_request, mark, by: senderOf(payload) } as const;
    return (await sendTrigger(db, delivery, queue, { payload, event, mark })) ? 'processed' : 'ignored';
  },
};

/** The repository's own; a commit may be in pull requests of others. */
function ownPullRequest(
  { id }: { id: number },
  all: readonly { number: number; base: { repo: { id: number } } }[],
): number | null {
  return all.find(({ base }) => base.repo.id === id)?.number ?? null;
}

/** The job checks whether this account may write. */
const senderOf = ({ sender }: { sender?: { login: string; id?: number } }) =>
  sender?.id === undefined ? null : { id: sender.id, login: sender.login };
