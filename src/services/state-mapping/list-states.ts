import type { Belonging, MappingSource } from '../../drift/mapping/types.ts';
import { listStates as query, type StateRow } from '../../store/queries/states.ts';
import { requireScope, type Ctx } from '../context.ts';
import { fetchOrganization } from '../organizations/fetch.ts';
import { pageBy, type Page, type PageRequest, type Place } from '../paging.ts';
import { mappingOf, type Mapping } from './mapping.ts';

type Claimant = { repo_id: string; repo_full_name: string; path: string; why: string };

/** A state as the API shows it, with whose it is and why. */
export type State = {
  key: string;
  serial: number | null;
  lineage: string | null;
  terraform_version: string | null;
  status: 'read' | 'unreadable';
  code: string | null;
  detail: string | null;
  repo_id: string | null;
  repo_full_name: string | null;
  path: string | null;
  source: MappingSource | null;
  why: string | null;
  also_claimed_by: Claimant[];
  analysis_id: string;
  analysed_at: string;
};

/** The cursor that goes on after a state: a key may be any text, and a cursor may not. */
export const cursorAfter = ({ key }: Pick<State, 'key'>): string => Buffer.from(key).toString('base64url');

const byKey: Place<StateRow, string> = {
  write: cursorAfter,
  read: (text) => Buffer.from(text, 'base64url').toString().replaceAll('\0', ''),
};

const BATCH = 500;

/** The states that the last analyses found, by key; of one repository where it is named. */
export async function listStates(
  ctx: Ctx,
  input: PageRequest & { org_id: string; repo_id?: string },
): Promise<Page<State>> {
  const { id } = await fetchOrganization(ctx, input.org_id);
  requireScope(ctx, 'read');
  const scope = { org_id: id };
  const { db } = ctx.store;
  const mapping = await mappingOf(db, scope);
  const { repo_id: repoId } = input;

  async function some(limit: number, after: string | undefined): Promise<StateRow[]> {
    if (repoId === undefined) return query(db, scope, { after, limit });
    const found: StateRow[] = [];
    for (let at = after; found.length < limit;) {
      const rows = await query(db, scope, { after: at, limit: BATCH });
      found.push(...rows.filter(({ key }) => mapping.of(key)?.repo_id === repoId));
      at = rows.at(-1)?.key;
      if (rows.length < BATCH) break;
    }
    return found.slice(0, limit);
  }
  return pageBy(byKey, input, some, (rows) => rows.map((row) => present(row, mapping)));
}

function present(row: StateRow, mapping: Mapping): State {
  const { org_id: _, analysed_at, ...state } = row;
  const { belongs, why, others } = mapping.explain(row.key);
  const nameOf = (repo: string) => mapping.names.get(repo) ?? repo;
  const claimant = ({ repo_id, path, why: reason }: Belonging): Claimant => ({
    repo_id,
    repo_full_name: nameOf(repo_id),
    path,
    why: reason,
  });
  return {
    ...state,
    repo_id: belongs?.repo_id ?? null,
    repo_full_name: belongs ? nameOf(belongs.repo_id) : null,
    path: belongs?.path ?? null,
    source: belongs?.source ?? (why === undefined ? null : 'api'),
    why: belongs?.why ?? why ?? null,
    also_claimed_by: others.map(claimant),
    analysed_at: analysed_at.toISOString(),
  };
}
