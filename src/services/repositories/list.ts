import {
  listRepositories as query,
  lastAnalyses,
  type AfterName,
  type LastAnalysis,
  type RepositoryRow,
} from '../../store/queries/repositories.ts';
import { openIncidents } from '../../store/queries/incidents.ts';
import { installationStatuses, type InstallationStatus } from '../../store/queries/installations.ts';
import { scoped, type Scope } from '../../store/scope.ts';
import { repositoryUrl } from '../codehosts/address.ts';
import type { WithApps } from '../codehosts/port.ts';
import { requireScope, type Ctx } from '../base/context.ts';
import { scopeWithin } from '../access/organization.ts';
import { pageBy, type Page, type PageRequest, type CursorFormat } from '../base/paging.ts';
import { severityWithin } from '../views/present-within.ts';
import { statesOfRepositories, type RepositoryStates } from '../state-mapping/list-states.ts';
import { statusOf } from '../codehosts/status.ts';
import { pick, timeOf } from '../base/present.ts';

type Input = PageRequest & { org_id?: string; q?: string };

const byName: CursorFormat<RepositoryRow, AfterName> = {
  write: (row) => `${row.id}:${row.sort_name}`,
  read(text) {
    const [, id, name] = /^(repo_[0-9A-Za-z]{22}):([^\0]+)$/.exec(text) ?? [];
    return id === undefined || name === undefined ? undefined : { id, name };
  },
};

/** Repositories by name: of the named organization, or of all that the caller may see. */
export async function listRepositories(ctx: Ctx & WithApps, input: Input): Promise<Page<Repository>> {
  const scope = await scopeWithin(ctx, input.org_id);
  requireScope(ctx, 'read');
  return pageBy(
    byName,
    input,
    (limit, after) => query(scoped(ctx.store.db, scope), { limit, after, q: input.q }),
    (rows) => presentRepositories(ctx, scope, rows),
  );
}

/** Repositories as the API shows them, with related data within the scope. */
export async function presentRepositories(
  { store: { db }, apps }: Pick<Ctx, 'store'> & WithApps,
  scope: Scope,
  rows: readonly RepositoryRow[],
): Promise<Repository[]> {
  const tenants = scoped(db, scope);
  const last = await lastAnalyses(tenants, [...rows]);
  const severityOf = await severityWithin(tenants, [...last.values()]);
  const open = await openIncidents(tenants, [...rows]);
  const states = await statesOfRepositories(tenants, [...rows]);
  const orgIds = rows.map((row) => row.org_id);
  const installations = await installationStatuses(db, orgIds);
  return rows.map((row) =>
    presentRepository(row, {
      last: severityOf(last.get(row.id)),
      open: open.get(row.id) ?? 0,
      installation: installations.get(row.org_id),
      states: states.get(row.id),
      webUrl: apps.get(row.codehost)?.webUrl,
    }),
  );
}

/** A repository as the API shows it, with its newest analysis and its number of open incidents. */
export type Repository = ReturnType<typeof presentRepository>;

type Related = {
  last: LastAnalysis | undefined;
  open: number;
  installation: InstallationStatus | undefined;
  states: RepositoryStates | undefined;
  /** The code host's address on the web. */
  webUrl: string | undefined;
};

const NO_STATES: RepositoryStates = { states: [], state_count: 0, proposed_count: 0, mapping: null };

function presentRepository(row: RepositoryRow, { last, open, installation, states, webUrl }: Related) {
  return {
    ...pick(row, 'id', 'org_id', 'codehost', 'external_id', 'full_name'),
    web_url: repositoryUrl(row, webUrl),
    ...pick(row, 'private', 'public_details', 'archived', 'default_branch'),
    created_at: row.created_at.toISOString(),
    ...statusOf(row.trouble, installation),
    ...(states ?? NO_STATES),
    open_incidents: open,
    last_analysis: last
      ? {
          ...pick(last, 'id', 'status', 'severity'),
          created_at: last.created_at.toISOString(),
          finished_at: timeOf(last.finished_at),
        }
      : null,
  };
}
