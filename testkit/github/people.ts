import type { Backend } from './backend.ts';
import type { createOwners } from './owners.ts';
import { EVERYTHING, type Pull, type RepositoryApi } from './repository-api.ts';
import { personJson } from './shapes.ts';
import { inPath, repositoryOf, seconds, type Repository, type Role, type World } from './state.ts';

type Around = {
  world: World;
  backend: Backend;
  api: RepositoryApi;
  pulls: Pull[];
  emitOf: ReturnType<typeof createOwners>['emitOf'];
};
const ZERO = '0'.repeat(40);

export type Push = {
  /** Texts by path; null removes a file. */
  files: Record<string, string | null>;
  /** By default the default branch. A new branch starts at the default branch. */
  branch?: string;
  message?: string;
  by?: string;
};

/** Actions of people in repositories, with the events that they cause. Names are full names: `acme/infra`. */
export function createPeople({ world, backend, api, pulls, emitOf }: Around) {
  async function ask(repository: Repository, method: string, path: string, body?: unknown, person?: string) {
    const as = person === undefined ? EVERYTHING : { person };
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const answer = await backend.ask(repository, { as, method, path, body: sent });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.body}`);
    return JSON.parse(answer.body) as Record<string, unknown>;
  }

  /** Creates a commit and moves the branch. Returns the commits before and after. */
  async function commit(
    repository: Repository,
    { files, branch = repository.default_branch, message = 'Change', by = 'ada' }: Push,
  ) {
    const heads = await backend.ask(repository, {
      as: EVERYTHING,
      method: 'GET',
      path: `/git/ref/heads/${inPath(branch)}`,
    });
    const isNew = heads.status !== 200;
    const before = isNew ? ZERO : (JSON.parse(heads.body) as { object: { sha: string } }).object.sha;
    const parent = isNew ? await api.headOf(repository, repository.default_branch) : before;
    const { tree: base } = (await ask(repository, 'GET', `/git/commits/${parent}`)) as { tree: { sha: string } };
    const old = new Set((await api.treeAt(repository, parent)).map(({ path }) => path));
    const tree = Object.entries(files).map(([path, content]) => ({
      path,
      mode: '100644',
      type: 'blob',
      ...(content === null ? { sha: null } : { content }),
    }));
    const made = await ask(repository, 'POST', '/git/trees', { base_tree: base.sha, tree });
    const who = { name: by, email: `${by}@example.com`, date: seconds(world.now()) };
    const whole = { message, tree: made.sha, parents: [parent], author: who, committer: who };
    const { sha: after } = (await ask(repository, 'POST', '/git/commits', whole)) as { sha: string };
    if (isNew) await ask(repository, 'POST', '/git/refs', { ref: `refs/heads/${branch}`, sha: after });
    else await ask(repository, 'PATCH', `/git/refs/heads/${inPath(branch)}`, { sha: after });
    const paths = Object.keys(files);
    const listed = {
      id: after,
      tree_id: made.sha,
      message,
      timestamp: who.date,
      author: { name: by, email: who.email, username: by },
      committer: { name: by, email: who.email, username: by },
      added: paths.filter((path) => files[path] !== null && !old.has(path)),
      removed: paths.filter((path) => files[path] === null),
      modified: paths.filter((path) => files[path] !== null && old.has(path)),
      distinct: true,
    };
    return { branch, before, after, listed, who };
  }

  async function tellPull(pull: Pull, action: string, by: string, more: Record<string, unknown> = {}): Promise<void> {
    const pull_request = await api.pull(pull.repository, pull.number);
    await emitOf(pull.repository, 'pull_request', {
      action,
      number: pull.number,
      pull_request,
      sender: personJson(by),
      ...more,
    });
  }
  function pullOf(name: string, number: number): Pull {
    const repository = repositoryOf(world, name);
    const found = pulls.find((one) => one.repository === repository && one.number === number);
    if (!found) throw new Error(`${name} has no pull request ${number}`);
    return found;
  }
  async function patchPull(name: string, number: number, action: string, body: unknown, by: string): Promise<void> {
    const pull = pullOf(name, number);
    await ask(pull.repository, 'PATCH', `/pulls/${number}`, body);
    await tellPull(pull, action, by);
  }

  return {
    /** Commits files without an event, for content from before the installation of the App. */
    async put(name: string, files: Push['files'], branch?: string): Promise<string> {
      return (await commit(repositoryOf(world, name), { files, ...(branch !== undefined && { branch }) })).after;
    },
    /** Pushes a commit; returns its sha. Pull requests from the branch follow. */
    async push(name: string, push: Push): Promise<string> {
      const repository = repositoryOf(world, name);
      const { branch, before, after, listed, who } = await commit(repository, push);
      repository.updated_at = seconds(world.now());
      const by = push.by ?? 'ada';
      const flags = { created: before === ZERO, deleted: false, forced: false, base_ref: null };
      const commits = { commits: [listed], head_commit: listed, pusher: { name: by, email: who.email } };
      await emitOf(repository, 'push', {
        ref: `refs/heads/${branch}`,
        before,
        after,
        ...flags,
        ...commits,
        sender: personJson(by),
      });
      const suite = {
        id: world.nextNumber(),
        head_branch: branch,
        head_sha: after,
        before,
        after,
        status: 'queued',
        conclusion: null,
        pull_requests: [],
        app: { id: world.app.id, slug: world.app.slug },
      };
      await emitOf(repository, 'check_suite', { action: 'requested', check_suite: suite, sender: personJson(by) });
      for (const pull of pulls.filter((one) => one.repository === repository && one.branch === branch)) {
        const { state } = await api.pull(repository, pull.number);
        if (state === 'open') await tellPull(pull, 'synchronize', by, { before, after });
      }
      return after;
    },
    /**
     * Opens a pull request from an existing branch to the default branch. `foreign` is the name of the fork that it is
     * from, `as` its author.
     */
    async openPullRequest(
      name: string,
      given: {
        branch: string;
        title: string;
        body?: string;
        base?: string;
        by?: string;
        draft?: boolean;
        foreign?: string;
        as?: string;
      },
    ): Promise<number> {
      const repository = repositoryOf(world, name);
      const {
        branch,
        title,
        body = '',
        base = repository.default_branch,
        by = 'ada',
        draft = false,
        foreign,
        as = by,
      } = given;
      const made = await ask(repository, 'POST', '/pulls', { title, body, head: branch, base, draft }, by);
      const pull: Pull = { repository, number: Number(made.number), branch, foreign, by: as };
      pulls.push(pull);
      await tellPull(pull, 'opened', as);
      return pull.number;
    },
    readyForReview: (name: string, number: number, by = 'ada') =>
      patchPull(name, number, 'ready_for_review', { draft: false }, by),
    closePullRequest: (name: string, number: number, by = 'ada') =>
      patchPull(name, number, 'closed', { state: 'closed' }, by),
    reopenPullRequest: (name: string, number: number, by = 'ada') =>
      patchPull(name, number, 'reopened', { state: 'open' }, by),
    /** Sets somebody's role in the repositories. */
    grant(login: string, role: Role): void {
      world.roles.set(login, role);
    },
    /** Comments on an issue or pull request; returns the comment's id. `association` does not imply any permission. */
    async comment(
      name: string,
      number: number,
      body: string,
      given: { by?: string; association?: string } = {},
    ): Promise<number> {
      const repository = repositoryOf(world, name);
      const { by = 'ada', association = 'MEMBER' } = given;
      const comment = await ask(repository, 'POST', `/issues/${number}/comments`, { body }, by);
      const onPull = pulls.some((one) => one.repository === repository && one.number === number);
      // At GitHub a pull request is an issue, too; `emulate` does not return it as such.
      const { title, state, user } = await ask(repository, 'GET', `/${onPull ? 'pulls' : 'issues'}/${number}`);
      const link = { url: `${world.url}/repos/${name}/pulls/${number}` };
      const of = { number, title, state, user, ...(onPull && { pull_request: link }) };
      await emitOf(repository, 'issue_comment', {
        action: 'created',
        issue: of,
        comment: { ...comment, user: personJson(by), author_association: association },
        sender: personJson(by),
      });
      return Number(comment.id);
    },
    /** Clicks "Re-run" beside a check of the App. */
    async rerequest(name: string, checkRun: number, by = 'ada'): Promise<void> {
      const repository = repositoryOf(world, name);
      const check_run = await ask(repository, 'GET', `/check-runs/${checkRun}`);
      await emitOf(repository, 'check_run', { action: 'rerequested', check_run, sender: personJson(by) });
    },
    /** Clicks "Re-run all checks". */
    async rerequestAll(name: string, sha: string, by = 'ada'): Promise<void> {
      const repository = repositoryOf(world, name);
      const { check_suites } = (await ask(repository, 'GET', `/commits/${sha}/check-suites`)) as {
        check_suites: unknown[];
      };
      await emitOf(repository, 'check_suite', {
        action: 'rerequested',
        check_suite: check_suites[0],
        sender: personJson(by),
      });
    },
    /** Opens an issue as a person, not as the App. */
    async openIssue(name: string, given: { title: string; body: string; by?: string }): Promise<number> {
      const { by = 'ada', ...issue } = given;
      return Number((await ask(repositoryOf(world, name), 'POST', '/issues', issue, by)).number);
    },
  };
}
