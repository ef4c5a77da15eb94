import { Type, type Static } from 'typebox';
import { CodeHostProblem, type HostIssue } from '../../base/code-host.ts';
import type { Ask } from './caller.ts';
import { pages } from './pages.ts';
import { path, repositoryPath } from './path.ts';
import { Id, OnlyId, read } from './read.ts';

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

/** The App as an author. */
export type Bot = { id: number; login: string };

/** Whether the App itself wrote it: others may write its marker too. */
function isOwn(
  { user, performed_via_github_app: via }: Pick<Static<typeof Comment>, 'user' | 'performed_via_github_app'>,
  bot: Bot,
) {
  return user?.login === bot.login || (via?.id === bot.id && user?.type === 'Bot');
}

const shown = ({ number, state, title }: Static<typeof Issue>): HostIssue => ({ number, state, title });

/** The comments that an installation writes: `InstallationClient` says what each answers and throws. */
export function commentsOf(ask: Ask, bot: () => Promise<Bot>) {
  const permission = 'pull_requests: write';
  return {
    async createComment(repository: string, issue: number, body: string): Promise<number> {
      const answer = await ask({
        method: 'POST',
        path: `${repositoryPath(repository)}${path`/issues/${issue}/comments`}`,
        body: { body },
        doing: 'write a comment',
        permission,
      });
      return read(OnlyId, answer).id;
    },

    async updateComment(repository: string, id: number, body: string): Promise<void> {
      await ask({
        method: 'PATCH',
        path: `${repositoryPath(repository)}${path`/issues/comments/${id}`}`,
        body: { body },
        doing: 'update a comment',
        permission,
      });
    },

    async deleteComment(repository: string, id: number): Promise<void> {
      await ask({
        method: 'DELETE',
        path: `${repositoryPath(repository)}${path`/issues/comments/${id}`}`,
        doing: 'delete a comment',
        permission,
      });
    },

    async findComment(repository: string, issue: number, marker: string): Promise<number | undefined> {
      const own = await bot();
      const call = {
        method: 'GET' as const,
        path: `${repositoryPath(repository)}${path`/issues/${issue}/comments`}?per_page=100`,
        doing: 'list the comments of a pull request',
        permission: 'pull_requests: read',
      };
      for await (const page of pages(ask, call, Type.Array(Comment))) {
        const found = page.find((comment) => isOwn(comment, own) && comment.body?.includes(marker));
        if (found) return found.id;
      }
      return undefined;
    },
  };
}

/** The issues that an installation writes: `InstallationClient` says what each answers and throws. */
export function issuesOf(ask: Ask, bot: () => Promise<Bot>) {
  return {
    async createIssue(repository: string, issue: { title: string; body: string }): Promise<HostIssue> {
      const answer = await ask({
        method: 'POST',
        path: `${repositoryPath(repository)}/issues`,
        body: issue,
        doing: 'open an issue',
        permission: 'issues: write',
      });
      return shown(read(Issue, answer));
    },

    async updateIssue(
      repository: string,
      number: number,
      changes: { title?: string; body?: string; state?: 'open' | 'closed' },
    ): Promise<void> {
      await ask({
        method: 'PATCH',
        path: `${repositoryPath(repository)}${path`/issues/${number}`}`,
        body: changes,
        doing: 'update an issue',
        permission: 'issues: write',
      });
    },

    async getIssue(repository: string, number: number): Promise<HostIssue | undefined> {
      try {
        const answer = await ask({
          method: 'GET',
          path: `${repositoryPath(repository)}${path`/issues/${number}`}`,
          doing: 'read an issue',
          permission: 'issues: read',
        });
        return shown(read(Issue, answer));
      } catch (error) {
        if (error instanceof CodeHostProblem && error.code === 'gone') return undefined;
        throw error;
      }
    },

    async findIssue(repository: string, marker: string): Promise<HostIssue | undefined> {
      const own = await bot();
      const query = new URLSearchParams({ state: 'open', creator: own.login, per_page: '100' });
      const call = {
        method: 'GET' as const,
        path: `${repositoryPath(repository)}/issues?${query.toString()}`,
        doing: 'list the issues of the App',
        permission: 'issues: read',
      };
      for await (const page of pages(ask, call, Type.Array(ListedIssue))) {
        const found = page.find(
          (issue) => issue.pull_request === undefined && isOwn(issue, own) && issue.body?.includes(marker),
        );
        if (found) return shown(found);
      }
      return undefined;
    },
  };
}
