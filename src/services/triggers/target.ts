import type { Trigger } from '../../engine/model/analysis.ts';
import { findRequestOfCommit } from '../../store/queries/analysis-requests.ts';
import { findPullRequestOfCheck } from '../../store/queries/publications.ts';
import type { RepositoryRow } from '../../store/queries/repositories.ts';
import { scoped, type Executor } from '../../store/scope.ts';
import { unlessGone, type ChangedFiles, type InstallationClient, type HostPullRequest } from '../codehosts/port.ts';
import type { TriggerJob } from '../base/jobs.ts';

/** The target of an analysis, by the current state of the code host. */
export type Target = {
  trigger: Trigger;
  /** Identifies the request, so that a repeated event does not request another analysis. */
  key: string;
  /** A person requested it, who expects an answer even if there is nothing to analyse. */
  asked: boolean;
  /** The changed files; undefined if they are not known. */
  changed: ChangedFiles | undefined;
};
/** The pull request is closed, or waits for a person with write access, or there is nothing to analyse. */
export type NoTarget = { closed: number } | { held: Trigger & { pull_request: number } } | 'nothing';

type Context = { db: Executor; client: InstallationClient; repository: RepositoryRow };

/** True if there is something to analyse. */
export const isTarget = (target: Target | NoTarget): target is Target => target !== 'nothing' && 'trigger' in target;

/**
 * Reads an event's current target from the code host: events are late, repeated, out of order. Throws
 * `CodeHostProblem`.
 */
export async function findTarget(context: Context, { event, actor }: TriggerJob): Promise<Target | NoTarget> {
  const by = actor === null ? {} : { actor };
  switch (event.kind) {
    case 'push':
      return onBranch(context, { kind: 'push', ...by }, event.before);
    case 'pull_request':
      return inPullRequest(context, { kind: 'pull_request', ...by }, event.number);
    case 'comment': {
      const { pull_request: number, id, author } = event;
      // Nobody without write access gets an answer.
      if (!(await context.client.mayWrite(context.repository.full_name, author))) return 'nothing';
      const trigger = { kind: 'comment', ...by } as const;
      const found =
        number === null ? await onBranch(context, trigger, undefined) : await inPullRequest(context, trigger, number);
      return isTarget(found) ? { ...found, key: `comment/${id}` } : found;
    }
    case 'rerequest':
      return again(context, event, by);
  }
}

async function onBranch(
  { client, repository }: Context,
  trigger: Pick<Trigger, 'kind' | 'actor'>,
  before: string | undefined,
): Promise<Target | NoTarget> {
  const { full_name: name, default_branch: ref } = repository;
  if (ref === null) return 'nothing';
  const sha = await client.headOf(name, ref);
  return {
    trigger: { ...trigger, ref, sha },
    key: `push/${repository.id}/${ref}/${sha}`,
    asked: trigger.kind !== 'push',
    changed: before === undefined ? undefined : await compared(client, name, before, sha),
  };
}

/**
 * The difference between two commits; undefined if one does not exist: a branch may be new, or have been force-pushed.
 */
async function compared(
  client: InstallationClient,
  name: string,
  before: string,
  after: string,
): Promise<ChangedFiles | undefined> {
  if (/^0+$/.test(before)) return undefined;
  return unlessGone(() => client.compareCommits(name, before, after));
}

async function inPullRequest(
  { client, repository }: Context,
  trigger: Pick<Trigger, 'kind' | 'actor'>,
  number: number,
): Promise<Target | NoTarget> {
  const asked = trigger.kind !== 'pull_request';
  const pull = await client.getPullRequest(repository.full_name, number);
  const { state, draft, head } = pull;
  if (!asked && state === 'closed') return { closed: number };
  if (!asked && draft) return 'nothing';
  const about = { ...trigger, ref: head.ref, sha: head.sha, pull_request: number };
  if (!asked && (await isOfStranger(client, repository.full_name, pull))) return { held: about };
  return {
    trigger: about,
    key: `pull_request/${repository.id}/${number}/${head.sha}`,
    asked,
    changed: await client.listPullRequestFiles(repository.full_name, number),
  };
}

/** A repeated check is for the same commit, whatever came after it. */
async function again(
  context: Context,
  event: Extract<TriggerJob['event'], { kind: 'rerequest' }>,
  by: { actor?: string },
): Promise<Target | NoTarget> {
  const { db, client, repository } = context;
  const { sha, mark } = event;
  const tenant = scoped(db, { org_id: repository.org_id });
  const earlier = (await findRequestOfCommit(tenant, repository.id, sha))?.trigger;
  // The code host does not name pull requests from forks.
  const number =
    event.pull_request ?? earlier?.pull_request ?? (await findPullRequestOfCheck(tenant, repository.id, sha));
  const common = { key: `rerequest/${mark}`, asked: true };
  if (number !== undefined) {
    const pull = await client.getPullRequest(repository.full_name, number);
    const { head } = pull;
    const isMine = async () => event.by != null && (await client.mayWrite(repository.full_name, event.by));
    if ((await isOfStranger(client, repository.full_name, pull)) && !(await isMine())) return 'nothing';
    return {
      ...common,
      trigger: { kind: 'rerequest', ref: head.ref, sha, pull_request: number, ...by },
      changed: await client.listPullRequestFiles(repository.full_name, number),
    };
  }
  const ref = earlier?.ref ?? event.branch ?? undefined;
  if (ref === undefined || ref !== repository.default_branch) return 'nothing';
  return { ...common, trigger: { kind: 'rerequest', ref, sha, ...by }, changed: undefined };
}

/**
 * True if a pull request needs a person with write access to start its analysis: it comes from a fork, so anybody may
 * have written its commits, or its author has no write access. A pull request that a program opens from a branch of the
 * repository is trusted, since only accounts with write access push there. Throws `CodeHostProblem`.
 */
async function isOfStranger(
  client: Pick<InstallationClient, 'mayWrite'>,
  repository: string,
  { head, author }: Pick<HostPullRequest, 'head' | 'author'>,
): Promise<boolean> {
  if (head.foreign || author === null) return true;
  return author.isPerson && !(await client.mayWrite(repository, author));
}
