import { openIncidents } from '../../store/queries/incidents.ts';
import { installationStandings } from '../../store/queries/installation-standing.ts';
import {
  lastAnalyses,
  listRepositories as query,
  type AfterName,
  type RepositoryListing,
} from '../../store/queries/repositories.ts';
import { requireScope, type Ctx } from '../context.ts';
import { reachWithin } from '../organizations/fetch.ts';
import { severityWithin } from '../analyses/present-within.ts';
import { pageBy, type Page, type PageRequest, type Place } from '../paging.ts';
import { statesOfRepositories } from '../state-mapping/of-repositories.ts';
import { presentRepository, type Repository } from './present.ts';

type Input = PageRequest & { org_id?: string; q?: string };

const byName: Place<RepositoryListing, AfterName> = {
  write: (row) => `${row.id}:${row.sort_name}`,
  read(text) {
    const [, id, name] = /^(repo_[0-9A-Za-z]{22}):([^\0]+)$/.exec(text) ?? [];
    return id === undefined || name === undefined ? undefined : { id, name };
  },
};

/** Repositories by name: of one organization where it is named, else of all that the caller may see. */
export async function listRepositories(ctx: Ctx, input: Input): Promise<Page<Repository>> {
  const scope = await reachWithin(ctx, input.org_id);
  requireScope(ctx, 'read');
  return pageBy(
    byName,
    input,
    (limit, after) => query(ctx.store.db, scope, { limit, after, q: input.q }),
    async (rows) => {
      const last = await lastAnalyses(ctx.store.db, scope, rows);
      const severityOf = await severityWithin(ctx.store.db, scope, [...last.values()]);
      const open = await openIncidents(ctx.store.db, scope, rows);
      const states = await statesOfRepositories(ctx.store.db, scope, rows);
      const installations = await installationStandings(
        ctx.store.db,
        rows.map((row) => row.org_id),
      );
      return rows.map((row) =>
        presentRepository(row, {
          last: severityOf(last.get(row.id)),
          open: open.get(row.id) ?? 0,
          installation: installations.get(row.org_id),
          states: states.get(row.id),
          webUrl: ctx.apps.get(row.codehost)?.webUrl,
        }),
      );
    },
  );
}
