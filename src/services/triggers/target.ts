import type { Trigger } from '../../engine/model/analysis.ts';
import { findRequestOfCommit } from '../../store/queries/analysis-requests.ts';
import { findPullRequestOfCheck } from '../../store/queries/publications.ts';
import type { RepositoryRow } from '../../store/queries/repositories.ts';
import { scoped, type Executor } from '../../store/scope.ts';
import { unlessGone, type ChangedFiles, type InstallationClient, type HostPullRequest } from '../codehosts/port.ts';
import type { TriggerJob } from '../base/jobs.ts';

/** The target of an analysis, as the code host has it now. */
export type Target = {
  trigger: Trigger;
  /** Identifies the request, so that a repeated one is the same. */
  key: string;
  /** Somebody asked for it, who wants to hear even that there is nothing. */
  asked: boolean;
  /** What differs; undefined where that is not known. */
  changed: ChangedFiles | undefined;
};
/** The pull request is closed; or it waits for somebody who may write; or there is nothing to analyse. */
export type NoTarget = { closed: number } | { held: Trigger & { pull_request: number } } | 'nothing';

type Context = { db: Executor; client: InstallationClient; repository: RepositoryRow };

/** Whether there is something to analyse. */
export const isTarget = (target: Target | NoTarget): target is Target => target !== 'nothing' && 'trigger' in target;

/** Asks the code host what an event is about by now: events are late, repeated and out of order. Throws `CodeHostProblem`. */
export async function findTarget(context: Context, { event, actor }: TriggerJob): Promise<Target | NoTarget> {
  const by = actor === null ? {} : { actor };
  switch (event.kind) {
    case 'push':
      return onBranch(context, { kind: 'push', ...by }, event.before);
    case 'pull_request':
      return inPullRequest(context, { kind: 'pull_request', ...by }, event.number);
    case 'comment': {
      const { pull_request: number, id, author } = event;
      // Nobody else gets an answer.
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

/** What differs between two commits, where both are there: a branch may be new, or have been pushed over. */
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

/** A check that is done again is one of this very commit, whatever came after it. */
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
 * Whether a pull request waits for somebody who may write: it comes from a fork, so that its commits are not of people who may write, or
 * who opened it may not. What programs open from a branch of the repository is as good as that branch, which only who may write
 * pushes to. Throws `CodeHostProblem`.
 */
async function isOfStranger(
  client: Pick<InstallationClient, 'mayWrite'>,
  repository: string,
  { head, author }: Pick<HostPullRequest, 'head' | 'author'>,
): Promise<boolean> {
  if (head.foreign || author === null) return true;
  return author.isPerson && !(await client.mayWrite(repository, author));
}
