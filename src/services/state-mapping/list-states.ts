import type { Counts, Severity } from '../../drift/analysis.ts';
import type { Claimant, MappingSource } from '../../drift/mapping/types.ts';
import type { Resolution } from '../../drift/mapping/resolve.ts';
import { listStates as query, type StateFilter, type StateRow } from '../../store/queries/states.ts';
import { seesRepository, type OrgScope } from '../../store/scope.ts';
import { requireScope, type Ctx } from '../base/context.ts';
import { reachWithin } from '../access/organization.ts';
import { pageBy, type Page, type PageRequest, type Place } from '../base/paging.ts';
import { mappingOf, type Mapping } from '../ownership/mapping.ts';
import { filterStates, overStates } from '../ownership/over-states.ts';
import { claimId } from './claim-id.ts';
import { cursorAfter } from './cursor.ts';

/** A repository that claims a state which it does not have. */
type ShownClaimant = {
  claim_id: string;
  status: Claimant['status'];
  repo_id: string;
  repo_full_name: string;
  path: string;
  why: string;
};

/** A state as the API shows it, with whose it is and why. */
export type State = {
  key: string;
  serial: number | null;
  lineage: string | null;
  terraform_version: string | null;
  status: 'read' | 'unreadable';
  code: string | null;
  detail: string | null;
  counts: Counts | null;
  severity: Severity | null;
  repo_id: string | null;
  repo_full_name: string | null;
  path: string | null;
  source: MappingSource | null;
  why: string | null;
  also_claimed_by: ShownClaimant[];
  analysis_id: string;
  analysed_at: string;
};

const byKey: Place<StateRow, string> = {
  write: cursorAfter,
  read: (text) => Buffer.from(text, 'base64url').toString().replaceAll('\0', ''),
};

const BATCH = 500;

/**
 * Which states: of one repository, or known by this source; `none` is of those that belong to nobody and that nobody has mapped.
 * `claimed`: those that a repository claims which does not have them.
 */
type Belonged = { repo_id?: string; source?: MappingSource | 'none'; claimed?: Claimant['status'] };

/** What says whose a state is; undefined where no claim to it was accepted and nobody has mapped it. */
export const sourceOf = ({ belongs, why }: Resolution): MappingSource | undefined =>
  belongs?.source ?? (why === undefined ? undefined : 'api');

/** The states that the last analyses found, by key. */
export async function listStates(
  ctx: Ctx,
  input: PageRequest & StateFilter & Belonged & { org_id: string },
): Promise<Page<State>> {
  const scope = await reachWithin(ctx, input.org_id);
  requireScope(ctx, 'read');
  const { db } = ctx.store;
  const mapping = await mappingOf(db, scope);
  const { repo_id: repoId, source, claimed, q, status, severity } = input;
  const filter = { q, status, severity };
  const over = overStates();
  function isWanted({ key }: StateRow): boolean {
    const known = mapping.explain(key);
    if (claimed !== undefined && !othersWithin(known, scope).some((one) => one.status === claimed)) return false;
    if (repoId !== undefined && known.belongs?.repo_id !== repoId) return false;
    return source === undefined || (sourceOf(known) ?? 'none') === source;
  }

  async function some(limit: number, after: string | undefined): Promise<StateRow[]> {
    if ((repoId ?? source ?? claimed) === undefined) return query(db, scope, { ...filter, after, limit });
    const found: StateRow[] = [];
    for (let at = after; found.length < limit;) {
      const rows = await query(db, scope, { ...filter, after: at, limit: BATCH });
      found.push(...(await filterStates(over, rows, isWanted)));
      at = rows.at(-1)?.key;
      if (rows.length < BATCH) break;
    }
    return found.slice(0, limit);
  }
  return pageBy(byKey, input, some, (rows) => rows.map((row) => present(row, mapping, scope)));
}

/** The repositories that claim a state which they do not have, as far as they may be named. */
export const othersWithin = ({ others }: Resolution, scope: OrgScope): Claimant[] =>
  others.filter(({ repo_id: repo }) => seesRepository(scope, repo));

function present(row: StateRow, mapping: Mapping, scope: OrgScope): State {
  const { org_id: _, analysed_at, ...state } = row;
  const known = mapping.explain(row.key);
  const { belongs, why } = known;
  const nameOf = (repo: string) => mapping.names.get(repo) ?? repo;
  const claimant = ({ claim, repo_id, path, why: reason, status }: Claimant): ShownClaimant => {
    const { key, glob = false, workspaces = null } = claim;
    const claim_id = claimId(mapping.bucket ?? '', { repo_id, key, glob, workspaces });
    return { claim_id, status, repo_id, repo_full_name: nameOf(repo_id), path, why: reason };
  };
  return {
    ...state,
    repo_id: belongs?.repo_id ?? null,
    repo_full_name: belongs ? nameOf(belongs.repo_id) : null,
    path: belongs?.path ?? null,
    source: sourceOf(known) ?? null,
    why: belongs?.why ?? why ?? null,
    also_claimed_by: othersWithin(known, scope).map(claimant),
    analysed_at: analysed_at.toISOString(),
  };
}
