import { Type, type Static } from 'typebox';
import type { ChangedFile, ChangedFiles, HostPullRequest } from '../../base/code-host.ts';
import type { Ask } from './caller.ts';
import { listAll } from './pages.ts';
import { Account, Id, read } from './read.ts';
import { path, repositoryPath } from './urls.ts';

/** Null where the fork was deleted. */
const Home = Type.Union([Type.Object({ id: Id }), Type.Null()]);
const Side = Type.Object({ sha: Type.String(), ref: Type.String(), repo: Type.Optional(Home) });
const PullRequest = Type.Object({
  number: Id,
  title: Type.String(),
  state: Type.Union([Type.Literal('open'), Type.Literal('closed')]),
  merged: Type.Optional(Type.Boolean()),
  merged_at: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  draft: Type.Optional(Type.Boolean()),
  head: Side,
  base: Side,
  user: Type.Optional(
    Type.Union([Type.Object({ ...Account.properties, type: Type.Optional(Type.String()) }), Type.Null()]),
  ),
});
const File = Type.Object({
  filename: Type.String(),
  previous_filename: Type.Optional(Type.String()),
  status: Type.Optional(Type.String()),
  sha: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});
const Files = Type.Array(File);
const Comparison = Type.Object({ files: Type.Optional(Files) });

/**
 * The most files that GitHub lists for a pull request and for a comparison;
 * https://docs.github.com/rest/pulls/pulls#list-pull-requests-files
 */
const MAX_FILES = 3000;
const MAX_COMPARED = 300;

/** For a removed file GitHub returns its former sha. */
function changed({ filename, previous_filename: previous, status, sha }: Static<typeof File>): ChangedFile {
  return {
    path: filename,
    ...(previous !== undefined && { previous_path: previous }),
    ...(typeof sha === 'string' && { sha: status === 'removed' ? null : sha }),
  };
}

/** Reads an installation's pull requests and commits (`InstallationClient`). */
export function pullRequestsOf(ask: Ask) {
  return {
    async getPullRequest(repository: string, number: number): Promise<HostPullRequest> {
      const purpose = { doing: 'read a pull request', permission: 'pull_requests: read' };
      const pull = read(
        PullRequest,
        await ask({ ...purpose, path: repositoryPath(repository, path`/pulls/${number}`) }),
      );
      const { title, state, merged = typeof pull.merged_at === 'string', draft = false, head, base } = pull;
      return {
        number: pull.number,
        title,
        state,
        merged,
        draft,
        head: { sha: head.sha, ref: head.ref, foreign: head.repo?.id === undefined || head.repo.id !== base.repo?.id },
        author: pull.user ? { id: pull.user.id, login: pull.user.login, isPerson: pull.user.type !== 'Bot' } : null,
        base: { ref: base.ref, sha: base.sha },
      };
    },

    async listPullRequestFiles(repository: string, number: number): Promise<ChangedFiles> {
      const purpose = { doing: 'list the files of a pull request', permission: 'pull_requests: read' };
      const at = repositoryPath(repository, path`/pulls/${number}/files?per_page=100`);
      const files = await listAll(ask, { ...purpose, path: at }, Files, { itemsOf: (page) => page.map(changed) });
      return { files, truncated: files.length >= MAX_FILES };
    },

    async compareCommits(repository: string, base: string, head: string): Promise<ChangedFiles> {
      const purpose = { doing: 'compare two commits', permission: 'contents: read' };
      // The first page has all files; further pages list commits.
      const at = repositoryPath(repository, path`/compare/${base}...${head}?per_page=1`);
      const { files = [] } = read(Comparison, await ask({ ...purpose, path: at }));
      return { files: files.map(changed), truncated: files.length >= MAX_COMPARED };
    },
  };
}
