import type { AppApi } from './app-api.ts';
import { paged } from './app-api.ts';
import type { Answer, Backend } from './backend.ts';
import { diffTrees, type Entry } from './diff.ts';
import { Refusal } from './refusal.ts';
import { json, type ApiRequest, type Reply } from './serve.ts';
import { personJson, repositoryJson } from './shapes.ts';
import { inPath, findRepository, sees, type Permissions, type Repository, type World } from './state.ts';

/** A pull request, with the facts that `emulate` does not store: its branch, the fork it is from, and its author. */
export type Pull = { repository: Repository; number: number; branch: string; foreign: string | undefined; by: string };

/** Length limits of GitHub that `emulate` lacks. */
const LIMITS = { summary: 65_535, text: 65_535, body: 65_536, title: 256 };
const MAX_FILES = 3000;
const NOT_ALLOWED = 'Resource not accessible by integration';

type PullJson = {
  state: string;
  head: { ref: string; sha: string; repo: Record<string, unknown> | null; label: string };
  base: { ref: string; sha: string };
  user: ReturnType<typeof personJson>;
};

/** Called after the App has written something, to send the events. */
export type Written = (request: { method: string; rest: string }, repository: Repository, answer: unknown) => void;

/**
 * Handles requests on repositories. `emulate` answers most of them; the handler corrects and completes its responses.
 */
export function createRepositoryApi({
  world,
  backend,
  appApi,
  pulls,
  written,
}: {
  world: World;
  backend: Backend;
  appApi: AppApi;
  pulls: Pull[];
  written: Written;
}) {
  /** The repository in a path, and the rest of the path. A former name redirects to its number, as at GitHub. */
  function locate(request: ApiRequest): { repository: Repository; rest: string } {
    const [, id, afterId = ''] = /^\/repositories\/(\d+)(\/.*)?$/.exec(request.path) ?? [];
    const [, owner = '', name = '', afterName = ''] = /^\/repos\/([^/]+)\/([^/]+)(\/.*)?$/.exec(request.path) ?? [];
    const called = decodeURIComponent(`${owner}/${name}`);
    const found =
      id === undefined ? findRepository(world, called) : world.repositories.find((one) => one.id === Number(id));
    if (found) return { repository: found, rest: id === undefined ? afterName : afterId };
    const former = world.formerNames.get(called.toLowerCase());
    if (!former || !world.repositories.includes(former)) throw new Refusal(404, 'Not Found');
    const query = request.query.size === 0 ? '' : `?${request.query.toString()}`;
    const location = `${world.url}/repositories/${former.id}${afterName}${query}`;
    throw new Refusal(request.method === 'GET' ? 301 : 307, 'Moved Permanently', { location });
  }

  async function ask(repository: Repository, as: Permissions, path: string): Promise<unknown> {
    const { status, body } = await backend.ask(repository, { as, method: 'GET', path });
    if (status !== 200) throw new Refusal(status, status === 403 ? NOT_ALLOWED : 'Not Found');
    return JSON.parse(body) as unknown;
  }

  /** A pull request at the current commit of its branch; in `emulate` it stays at its first commit. */
  async function pull(repository: Repository, as: Permissions, number: number): Promise<PullJson> {
    const value = (await ask(repository, as, `/pulls/${number}`)) as PullJson;
    const known = pulls.find((one) => one.repository === repository && one.number === number);
    if (!known) return value;
    value.user = personJson(known.by);
    if (value.state === 'open') value.head.sha = await headOf(repository, known.branch);
    if (known.foreign !== undefined)
      value.head.repo = { ...value.head.repo, id: 1, full_name: known.foreign, fork: true };
    return value;
  }

  async function headOf(repository: Repository, branch: string): Promise<string> {
    const found = (await ask(repository, EVERYTHING, `/git/ref/heads/${inPath(branch)}`)) as {
      object: { sha: string };
    };
    return found.object.sha;
  }

  async function treeAt(repository: Repository, sha: string): Promise<Entry[]> {
    const { tree } = (await ask(repository, EVERYTHING, `/git/trees/${sha}?recursive=1`)) as { tree: Entry[] };
    return tree.filter(({ type }) => type !== 'tree');
  }

  async function changedFiles(repository: Repository, base: string, head: string) {
    const compared = (await ask(repository, EVERYTHING, `/compare/${encodeURIComponent(base)}...${head}`)) as {
      merge_base_commit: { sha: string };
    };
    return diffTrees(await treeAt(repository, compared.merge_base_commit.sha), await treeAt(repository, head));
  }

  async function answer(request: ApiRequest): Promise<Reply> {
    const { installation, permissions } = appApi.holder(request);
    const { repository, rest } = locate(request);
    if (!sees(installation, repository)) throw new Refusal(404, 'Not Found');
    if (rest === '' && request.method === 'GET') return json(200, repositoryJson(world, repository));
    if (request.method !== 'GET') refuseTooLong(request);
    if (request.method !== 'GET' && repository.archived)
      throw new Refusal(403, 'Repository was archived so is read-only.');
    const headers = { 'x-accepted-github-permissions': needed(request.method, rest) };
    const [, login] = /^\/collaborators\/([^/]+)\/permission$/.exec(rest) ?? [];
    if (login !== undefined && request.method === 'GET') return json(200, accessJson(world, login), headers);
    const [, number, files] = /^\/pulls\/(\d+)(\/files)?$/.exec(rest) ?? [];
    if (number !== undefined && request.method === 'GET') {
      const found = await pull(repository, permissions, Number(number));
      if (files === undefined) return json(200, found, headers);
      const all = (await changedFiles(repository, found.base.ref, found.head.sha)).slice(0, MAX_FILES);
      const { page, headers: links } = paged(request, all);
      return json(200, page, { ...headers, ...links });
    }
    const query = request.query.size === 0 ? '' : `?${request.query.toString()}`;
    const body = request.body === '' ? undefined : request.body;
    const given = await backend.ask(repository, {
      as: permissions,
      method: request.method,
      path: `${rest}${query}`,
      body,
    });
    if (given.status === 403) throw new Refusal(403, NOT_ALLOWED, headers);
    if (given.status < 300 && request.method !== 'GET')
      written({ method: request.method, rest }, repository, given.body === '' ? {} : JSON.parse(given.body));
    if (/\/git\/blobs\//.test(rest) && /raw/.test(request.headers.accept ?? '')) return raw(given, headers);
    return { ...given, headers: { ...given.headers, ...headers } };
  }

  return {
    headOf,
    treeAt,
    pull: (repository: Repository, number: number) => pull(repository, EVERYTHING, number),
    answer: async (request: ApiRequest): Promise<Reply | undefined> =>
      /^\/(repos|repositories)\//.test(request.path) ? answer(request) : undefined,
  };
}

export type RepositoryApi = ReturnType<typeof createRepositoryApi>;

/** The permissions of the people of a test, and of the emulator itself. */
export const EVERYTHING: Permissions = {
  metadata: 'read',
  contents: 'write',
  checks: 'write',
  pull_requests: 'write',
  issues: 'write',
};

/** The permission that a path requires, as GitHub states in `X-Accepted-GitHub-Permissions`. */
function needed(method: string, rest: string): string {
  const level = method === 'GET' ? 'read' : 'write';
  if (/check-(runs|suites)/.test(rest)) return `checks=${level}`;
  if (rest.startsWith('/collaborators')) return `metadata=${level}`;
  if (rest.startsWith('/pulls')) return `pull_requests=${level}`;
  if (rest.startsWith('/issues')) return `issues=${level}; pull_requests=${level}`;
  return `contents=${level}`;
}

/** A person's access: one of GitHub's four base roles, and the name of the granted role. */
function accessJson({ roles }: World, login: string) {
  const role = roles.get(login) ?? 'write';
  const permission = { maintain: 'write', triage: 'read' }[role as string] ?? role;
  return { permission, role_name: role, user: personJson(login) };
}

function refuseTooLong(request: ApiRequest): void {
  const body = request.json() as Record<string, unknown> & { output?: Record<string, unknown> };
  for (const [name, most] of Object.entries(LIMITS)) {
    const value = body[name] ?? body.output?.[name];
    if (typeof value === 'string' && value.length > most)
      throw new Refusal(422, `Validation Failed: ${name} is too long (maximum is ${most} characters)`);
  }
  if (body.output && (body.output.title === undefined || body.output.summary === undefined))
    throw new Refusal(422, 'Invalid request. "title", "summary" weren\'t supplied.');
}

function raw({ status, body }: Answer, headers: Record<string, string>): Reply {
  const { content = '' } = JSON.parse(body) as { content?: string };
  if (status !== 200) return { status, headers, body };
  return {
    status,
    headers: { ...headers, 'content-type': 'application/vnd.github.raw+json' },
    body: Buffer.from(content, 'base64'),
  };
}
