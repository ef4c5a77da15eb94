import type { Static, TSchema } from 'typebox';
import type { Trx } from '../../../store/scope.ts';
import type { TriggerEvent, TriggerJob } from '../../base/jobs.ts';
import { sendTriggerJob } from '../../triggers/follow.ts';
import { stopped } from '../../access/organization.ts';
import { HopelessDelivery } from '../../installations/account.ts';
import { askToMap } from '../../state-mapping/ask.ts';
import { asksForScan } from '../../triggers/command.ts';
import { followRepository } from './repository.ts';
import {
  EventPayload,
  readPayload,
  PushPayload,
  PullRequestPayload,
  IssueCommentPayload,
  CheckRunPayload,
  CheckSuitePayload,
} from './payloads.ts';
import type { Delivery, EventHandler } from './types.ts';

/** Errors of accounts that are not linked to an organization yet. The installation's event reports them, once. */
const NOT_LINKED = ['login_taken', 'installation_taken'];

/** The job that handles an event of a repository; undefined if analyses may not start there. */
async function triggerOf(db: Trx, delivery: Delivery, event: TriggerEvent): Promise<TriggerJob | undefined> {
  const payload = readPayload(EventPayload, delivery.payload);
  const found = await followRepository(db, delivery, payload).catch((error: unknown) => {
    if (error instanceof HopelessDelivery && NOT_LINKED.includes(error.code)) return undefined;
    throw error;
  });
  const { org, repository } = found ?? {};
  if (!org || !repository || stopped(org)) return undefined;
  if (repository.removed_at !== null || repository.archived) return undefined;
  return { org_id: org.id, repo_id: repository.id, actor: payload.sender?.login ?? null, event };
}

/** Commits arrive on a branch: the default branch is read again, and an analysis of the touched states follows. */
export const push: EventHandler = {
  actions: [null],
  async apply(db, delivery, queue) {
    const { repository, ref, before, after, deleted = false } = readPayload(PushPayload, delivery.payload);
    if (deleted || ref !== `refs/heads/${repository.default_branch}`) return 'ignored';
    const job = await triggerOf(db, delivery, { kind: 'push', before, after });
    if (!job) return 'ignored';
    const { org_id, repo_id } = job;
    // The repository is read first, since the commits may add a root module, which decides which states they touch.
    const afterwards = { job, mark: `${before}/${after}` };
    await askToMap(queue, db, [{ org_id, repo_id, mark: afterwards.mark, afterwards }]);
    return 'processed';
  },
};

/**
 * The handler of an event that sends a trigger job, if `read` finds one in its payload; `mark` deduplicates the job.
 */
const triggering = <Schema extends TSchema>(
  actions: string[],
  schema: Schema,
  read: (payload: Static<Schema>, action: string | null) => { event: TriggerEvent; mark: string } | undefined,
): EventHandler => ({
  actions,
  async apply(db, delivery, queue) {
    const trigger = read(readPayload(schema, delivery.payload), delivery.action);
    const job = trigger && (await triggerOf(db, delivery, trigger.event));
    if (!job) return 'ignored';
    await sendTriggerJob(queue, db, job, trigger.mark);
    return 'processed';
  },
});

/** A pull request has new commits, is ready, or is closed; the job reads its current state. */
export const pullRequest = triggering(
  ['opened', 'synchronize', 'reopened', 'ready_for_review', 'closed'],
  PullRequestPayload,
  ({ pull_request: { number, head, updated_at } }, action) => ({
    event: { kind: 'pull_request', number },
    mark: `${number}/${action}/${head.sha}/${updated_at}`,
  }),
);

/**
 * A person comments `plumbline scan`. Comments of programs, above all Plumbline's own, are no commands. The job checks
 * whether the author has write access: `author_association` does not tell, since some members may only read, and
 * members who hide their membership are not marked as members.
 */
export const issueComment = triggering(['created'], IssueCommentPayload, ({ comment, issue }) => {
  if (comment.user?.type !== 'User' || !asksForScan(comment.body ?? '')) return undefined;
  const pull_request = issue.pull_request === undefined ? null : issue.number;
  const author = { id: comment.user.id, login: comment.user.login };
  return { event: { kind: 'comment', id: comment.id, pull_request, author }, mark: String(comment.id) };
});

/** A request to repeat a check. The code host sends it only to the check's App. */
export const checkRun = triggering(['rerequested'], CheckRunPayload, (payload) => {
  const { id, external_id, check_suite, ...check } = payload.check_run;
  // After it was repeated, the check belongs to another analysis.
  const mark = `run/${id}/${external_id ?? ''}`;
  return rerequest(payload, { ...check, head_branch: check_suite?.head_branch ?? null }, mark);
});

/** A request to repeat all checks of a commit. */
export const checkSuite = triggering(['rerequested'], CheckSuitePayload, (payload) => {
  const { id, updated_at, ...check } = payload.check_suite;
  return rerequest(payload, check, `suite/${id}/${updated_at}`);
});

type Checked = Pick<Static<typeof CheckSuitePayload>['check_suite'], 'head_sha' | 'head_branch' | 'pull_requests'>;

function rerequest({ repository, sender }: Static<typeof EventPayload>, checked: Checked, mark: string) {
  const { head_sha: sha, head_branch: branch, pull_requests: all } = checked;
  // The pull request of this repository; the commit may also be in pull requests of others.
  const pull_request = all.find(({ base }) => base.repo.id === repository.id)?.number ?? null;
  // The job checks whether this account has write access.
  const by = sender?.id === undefined ? null : { id: sender.id, login: sender.login };
  return { event: { kind: 'rerequest', sha, branch, pull_request, mark, by } as const, mark };
}
