import { Type } from 'typebox';
import type { CheckRun } from '../../base/code-host.ts';
import type { Json } from '../../base/json.ts';
import type { Ask } from './caller.ts';
import { pages } from './pages.ts';
import { Id, OnlyId, read } from './read.ts';
import { path, repositoryPath } from './urls.ts';

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

/** The check as JSON, without undefined fields. */
function bodyOf(check: Partial<CheckRun>): Json {
  return JSON.parse(JSON.stringify(check)) as Json;
}

/** Replaces a check's text with nothing: an update without the field would keep the old text. */
const NO_TEXT = '<!-- -->';

/** Writes an installation's checks (`InstallationClient`). */
export function checksOf(ask: Ask, appId: () => Promise<number>) {
  const permission = 'checks: write';
  return {
    async createCheckRun(repository: string, check: CheckRun): Promise<number> {
      const purpose = { doing: 'create a check', permission };
      const at = repositoryPath(repository, '/check-runs');
      return read(OnlyId, await ask({ ...purpose, method: 'POST', path: at, body: bodyOf(check) })).id;
    },

    async updateCheckRun(repository: string, id: number, check: Omit<CheckRun, 'head_sha'>): Promise<void> {
      const purpose = { doing: 'update a check', permission };
      const body = bodyOf({ ...check, ...(check.output && { output: { text: NO_TEXT, ...check.output } }) });
      await ask({ ...purpose, method: 'PATCH', path: repositoryPath(repository, path`/check-runs/${id}`), body });
    },

    async findCheckRun(
      repository: string,
      sha: string,
      name: string,
    ): Promise<{ id: number; external_id: string | null } | undefined> {
      const own = await appId();
      const query = new URLSearchParams({ check_name: name, app_id: String(own), filter: 'all', per_page: '100' });
      const purpose = { doing: 'list the checks of a commit', permission: 'checks: read' };
      const at = repositoryPath(repository, `${path`/commits/${sha}/check-runs`}?${query.toString()}`);
      let newest: { id: number; external_id: string | null } | undefined;
      for await (const { check_runs: runs } of pages(ask, { ...purpose, path: at }, Listed))
        for (const { id, app, external_id = null, ...run } of runs)
          if (app?.id === own && run.name === name && id > (newest?.id ?? 0)) newest = { id, external_id };
      return newest;
    },
  };
}
