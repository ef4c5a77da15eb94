import { listRepositories as query, type AfterName, type RepositoryRow } from '../../store/queries/repositories.ts';
import type { WithApps } from '../codehosts/port.ts';
import { requireScope, type Ctx } from '../base/context.ts';
import { reachWithin } from '../access/organization.ts';
import { pageBy, type Page, type PageRequest, type Place } from '../base/paging.ts';
import type { Repository } from './present.ts';
import { presentRepositories } from './present-all.ts';

type Input = PageRequest & { org_id?: string; q?: string };

const byName: Place<RepositoryRow, AfterName> = {
  write: (row) => `${row.id}:${row.sort_name}`,
  read(text) {
    const [, id, name] = /^(repo_[0-9A-Za-z]{22}):([^\0]+)$/.exec(text) ?? [];
    return id === undefined || name === undefined ? undefined : { id, name };
  },
};

/** Repositories by name: of one organization where it is named, else of all that the caller may see. */
export async function listRepositories(ctx: Ctx & WithApps, input: Input): Promise<Page<Repository>> {
  const scope = await reachWithin(ctx, input.org_id);
  requireScope(ctx, 'read');
  return pageBy(
    byName,
    input,
    (limit, after) => query(ctx.store.db, scope, { limit, after, q: input.q }),
    (rows) => presentRepositories(ctx, scope, rows),
  );
}
