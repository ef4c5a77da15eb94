import { Type } from 'typebox';
import type { CheckRun } from '../../base/code-host.ts';
import type { Json } from '../../base/json.ts';
import type { Ask } from './caller.ts';
import { pages } from './pages.ts';
import { path, repositoryPath } from './path.ts';
import { Id, OnlyId, read } from './read.ts';

const Listed = Type.Object({
  check_runs: Type.Array(
    Type.Object({
      id: Id,
      name: Type.String(),
      external_id: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      app: Type.Union([Type.Object({ id: Id }), Type.Null()]),
    }),
  ),
});

/** A check as GitHub takes it: the same fields, without those that are not given. */
function bodyOf(check: Partial<CheckRun>): Json {
  return JSON.parse(JSON.stringify(check)) as Json;
}

/** Shows nothing. What an update leaves out stays as it was, so that a text which is no more has to be replaced. */
const NO_TEXT = '<!-- -->';

/** The checks that an installation writes: `InstallationClient` says what each answers and throws. */
export function checksOf(ask: Ask, appId: () => Promise<number>) {
  const permission = 'checks: write';
  return {
    async createCheckRun(repository: string, check: CheckRun): Promise<number> {
      const answer = await ask({
        method: 'POST',
        path: `${repositoryPath(repository)}/check-runs`,
        body: bodyOf(check),
        doing: 'create a check',
        permission,
      });
      return read(OnlyId, answer).id;
    },

    async updateCheckRun(repository: string, id: number, check: Omit<CheckRun, 'head_sha'>): Promise<void> {
      await ask({
        method: 'PATCH',
        path: `${repositoryPath(repository)}${path`/check-runs/${id}`}`,
        body: bodyOf({ ...check, ...(check.output && { output: { text: NO_TEXT, ...check.output } }) }),
        doing: 'update a check',
        permission,
      });
    },

    async findCheckRun(
      repository: string,
      sha: string,
      name: string,
    ): Promise<{ id: number; external_id: string | null } | undefined> {
      const own = await appId();
      const query = new URLSearchParams({ check_name: name, app_id: String(own), filter: 'all', per_page: '100' });
      const call = {
        method: 'GET' as const,
        path: `${repositoryPath(repository)}${path`/commits/${sha}/check-runs`}?${query.toString()}`,
        doing: 'list the checks of a commit',
        permission: 'checks: read',
      };
      let newest: { id: number; external_id: string | null } | undefined;
      for await (const { check_runs: runs } of pages(ask, call, Listed))
        for (const { id, app, external_id = null, ...run } of runs)
          if (app?.id === own && run.name === name && id > (newest?.id ?? 0)) newest = { id, external_id };
      return newest;
    },
  };
}
