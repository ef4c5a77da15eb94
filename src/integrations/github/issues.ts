import { Type, type Static } from 'typebox';
import { unlessGone, type HostIssue } from '../../base/code-host.ts';
import type { Ask } from './caller.ts';
import { pages } from './pages.ts';
import { Id, OnlyId, read } from './read.ts';
import { path, repositoryPath } from './urls.ts';

const Author = Type.Union([Type.Object({ login: Type.String(), type: Type.Optional(Type.String()) }), Type.Null()]);
const Via = Type.Optional(Type.Union([Type.Object({ id: Id }), Type.Null()]));
const Body = Type.Optional(Type.Union([Type.String(), Type.Null()]));
const Comment = Type.Object({ id: Id, body: Body, user: Author, performed_via_github_app: Via });
const Issue = Type.Object({
  number: Id,
  state: Type.Union([Type.Literal('open'), Type.Literal('closed')]),
  title: Type.String(),
});
const ListedIssue = Type.Object({
  ...Issue.properties,
  body: Body,
  user: Author,
  performed_via_github_app: Via,
  /** GitHub lists pull requests among issues. */
  pull_request: Type.Optional(Type.Unknown()),
});

export type Bot = { id: number; login: string };

/** Whether the App wrote a comment or issue itself: others may copy its marker. */
function isOwn(
  { user, performed_via_github_app: via }: Pick<Static<typeof Comment>, 'user' | 'performed_via_github_app'>,
  bot: Bot,
) {
  return user?.login === bot.login || (via?.id === bot.id && user?.type === 'Bot');
}

const shown = ({ number, state, title }: Static<typeof Issue>): HostIssue => ({ number, state, title });

/** Reads and writes an installation's comments (`InstallationClient`). */
export function commentsOf(ask: Ask, bot: () => Promise<Bot>) {
  const permission = 'pull_requests: write';
  return {
    async createComment(repository: string, issue: number, body: string): Promise<number> {
      const purpose = { doing: 'write a comment', permission };
      const at = repositoryPath(repository, path`/issues/${issue}/comments`);
      return read(OnlyId, await ask({ ...purpose, method: 'POST', path: at, body: { body } })).id;
    },

    async updateComment(repository: string, id: number, body: string): Promise<void> {
      const purpose = { doing: 'update a comment', permission };
      const at = repositoryPath(repository, path`/issues/comments/${id}`);
      await ask({ ...purpose, method: 'PATCH', path: at, body: { body } });
    },

    async deleteComment(repository: string, id: number): Promise<void> {
      const purpose = { doing: 'delete a comment', permission };
      await ask({ ...purpose, method: 'DELETE', path: repositoryPath(repository, path`/issues/comments/${id}`) });
    },

    async findComment(repository: string, issue: number, marker: string): Promise<number | undefined> {
      const own = await bot();
      const purpose = { doing: 'list the comments of a pull request', permission: 'pull_requests: read' };
      const at = repositoryPath(repository, path`/issues/${issue}/comments?per_page=100`);
      for await (const page of pages(ask, { ...purpose, path: at }, Type.Array(Comment))) {
        const match = page.find((comment) => isOwn(comment, own) && comment.body?.includes(marker));
        if (match) return match.id;
      }
      return undefined;
    },
  };
}

/** Reads and writes an installation's issues (`InstallationClient`). */
export function issuesOf(ask: Ask, bot: () => Promise<Bot>) {
  const permission = 'issues: write';
  return {
    async createIssue(repository: string, issue: { title: string; body: string }): Promise<HostIssue> {
      const purpose = { doing: 'open an issue', permission };
      const at = repositoryPath(repository, '/issues');
      return shown(read(Issue, await ask({ ...purpose, method: 'POST', path: at, body: issue })));
    },

    async updateIssue(
      repository: string,
      number: number,
      changes: { title?: string; body?: string; state?: 'open' | 'closed' },
    ): Promise<void> {
      const purpose = { doing: 'update an issue', permission };
      await ask({
        ...purpose,
        method: 'PATCH',
        path: repositoryPath(repository, path`/issues/${number}`),
        body: changes,
      });
    },

    async getIssue(repository: string, number: number): Promise<HostIssue | undefined> {
      const purpose = { doing: 'read an issue', permission: 'issues: read' };
      const match = await unlessGone(() =>
        ask({ ...purpose, path: repositoryPath(repository, path`/issues/${number}`) }),
      );
      return match && shown(read(Issue, match));
    },

    async findIssue(repository: string, marker: string): Promise<HostIssue | undefined> {
      const own = await bot();
      const query = new URLSearchParams({ state: 'open', creator: own.login, per_page: '100' });
      const purpose = { doing: 'list the issues of the App', permission: 'issues: read' };
      const at = repositoryPath(repository, `/issues?${query.toString()}`);
      for await (const page of pages(ask, { ...purpose, path: at }, Type.Array(ListedIssue))) {
        const match = page.find(
          (issue) => issue.pull_request === undefined && isOwn(issue, own) && issue.body?.includes(marker),
        );
        if (match) return shown(match);
      }
      return undefined;
    },
  };
}
