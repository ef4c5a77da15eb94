import { Type, type Static } from 'typebox';
import {
  CodeHostProblem,
  isKeptPrivate,
  unlessGone,
  type HostAccount,
  type HostRepository,
  type HostTree,
  type TreeEntry,
} from '../../base/code-host.ts';
import { isObject } from '../../base/json.ts';
import type { Ask } from './caller.ts';
import { listAll } from './pages.ts';
import { Account, Id, read } from './read.ts';
import { path, repositoryPath } from './urls.ts';

/** `private` is true for `internal` repositories too; https://docs.github.com/rest/repos/repos#get-a-repository */
const VISIBILITY = { private: Type.Boolean(), visibility: Type.Optional(Type.Union([Type.String(), Type.Null()])) };
const Visibility = Type.Partial(Type.Object(VISIBILITY));
const Repository = Type.Object({
  id: Id,
  full_name: Type.String(),
  ...VISIBILITY,
  archived: Type.Optional(Type.Boolean()),
  default_branch: Type.String(),
  updated_at: Type.Union([Type.String(), Type.Null()]),
  owner: Account,
});
const Listed = Type.Object({ repositories: Type.Array(Repository) });
const Tree = Type.Object({ sha: Type.String(), truncated: Type.Boolean(), tree: Type.Array(Type.Unknown()) });
/** `maintain` and custom roles appear as their base role; https://docs.github.com/rest/collaborators/collaborators */
const Access = Type.Object({ permission: Type.String(), user: Type.Union([Type.Object({ id: Id }), Type.Null()]) });
const WRITES = ['admin', 'maintain', 'write'];
const Branch = Type.Object({ commit: Type.Object({ sha: Type.String() }) });
const Blob = Type.Object({ content: Type.String(), encoding: Type.String() });

/** The overhead of Base64 and JSON for a file. */
const BLOB_OVERHEAD = 1.4;
const BLOB_ROOM = 4096;

const KINDS: Readonly<Record<string, TreeEntry['type']>> = {
  '040000': 'directory',
  '120000': 'link',
  '160000': 'submodule',
};

function repositoryOf({ updated_at, archived = false, owner, ...rest }: Static<typeof Repository>): HostRepository {
  const { id, full_name, default_branch } = rest;
  return {
    id,
    full_name,
    private: isKeptPrivate(rest),
    archived,
    default_branch,
    // GitHub's API description allows null; the oldest time then stands for none.
    updated_at: updated_at ?? new Date(0).toISOString(),
    owner: { id: owner.id, login: owner.login },
  };
}

/** Parses one entry of a tree. There may be 100,000, too many to check each against a schema. */
function entryOf(entry: unknown): TreeEntry[] {
  if (!isObject(entry) || typeof entry.path !== 'string' || typeof entry.sha !== 'string') return [];
  const size = typeof entry.size === 'number' ? entry.size : 0;
  return [{ path: entry.path, type: KINDS[String(entry.mode)] ?? 'file', sha: entry.sha, size }];
}

/** Reads an installation's repositories (`InstallationClient`). */
export function repositoriesOf(ask: Ask) {
  return {
    listRepositories(signal?: AbortSignal): Promise<HostRepository[]> {
      const purpose = { doing: 'list the repositories of an installation', permission: 'metadata: read' };
      const call = { ...purpose, path: '/installation/repositories?per_page=100', signal };
      return listAll(ask, call, Listed, { itemsOf: ({ repositories }) => repositories.map(repositoryOf) });
    },

    async isPublic(repository: string): Promise<boolean> {
      const purpose = { doing: 'check whether a repository is public', permission: 'metadata: read' };
      return !isKeptPrivate(read(Visibility, await ask({ ...purpose, path: repositoryPath(repository) })));
    },

    async headOf(repository: string, branch: string): Promise<string> {
      const purpose = { doing: 'read a branch', permission: 'contents: read' };
      const answer = await ask({ ...purpose, path: repositoryPath(repository, path`/branches/${branch}`) });
      return read(Branch, answer).commit.sha;
    },

    async mayWrite(repository: string, { id, login }: HostAccount): Promise<boolean> {
      const purpose = { doing: 'look up what somebody may do in a repository', permission: 'metadata: read' };
      const at = () => repositoryPath(repository, path`/collaborators/${login}/permission`);
      const answer = await unlessGone(() => ask({ ...purpose, path: at() }));
      if (!answer) return false;
      const { permission, user } = read(Access, answer);
      return WRITES.includes(permission) && user?.id === id;
    },

    async readTree(repository: string, ref: string, signal?: AbortSignal): Promise<HostTree> {
      const purpose = { doing: 'read the tree of a repository', permission: 'contents: read' };
      const at = repositoryPath(repository, path`/git/trees/${ref}?recursive=1`);
      try {
        const { sha, truncated, tree } = read(Tree, await ask({ ...purpose, path: at, signal }));
        return { sha, truncated, entries: tree.flatMap(entryOf) };
      } catch (error) {
        if (error instanceof CodeHostProblem && error.code === 'conflict' && /repository is empty/i.test(error.message))
          return { sha: '', truncated: false, entries: [] };
        throw error;
      }
    },

    async readBlob(repository: string, sha: string, maxBytes: number, signal?: AbortSignal): Promise<Uint8Array> {
      const purpose = { doing: 'read a file of a repository', permission: 'contents: read' };
      const at = repositoryPath(repository, path`/git/blobs/${sha}`);
      const maxAnswer = Math.ceil(maxBytes * BLOB_OVERHEAD) + BLOB_ROOM;
      const answer = await ask({ ...purpose, path: at, keep: false, maxBytes: maxAnswer, signal });
      const { content, encoding } = read(Blob, answer);
      const bytes = Buffer.from(content, encoding === 'base64' ? 'base64' : 'utf8');
      if (bytes.length > maxBytes) throw new CodeHostProblem('too_large', `A file has more than ${maxBytes} bytes.`);
      return bytes;
    },
  };
}
