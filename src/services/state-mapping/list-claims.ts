import { listStateKeys } from '../../store/queries/states.ts';
import type { Ctx } from '../base/context.ts';
import { fetchOrganization } from '../access/organization.ts';
import { pageBy, type Page, type PageRequest, type CursorFormat } from '../base/paging.ts';
import { readSources } from '../ownership/mapping.ts';
import { overStates } from '../ownership/over-states.ts';
import { claimPosition, cursorAfterClaim } from './cursor.ts';
import { checkClaims, type ClaimStatus, type CheckedClaim } from './check-claims.ts';
import { scoped } from '../../store/scope.ts';

/** A claim of a repository to states, as the API shows it. */
export type StateClaim = ReturnType<typeof presentClaim>;

const MAX_SHOWN = 20;

const nameOf = ({ full_name, claim, id }: CheckedClaim) => ({ repo_full_name: full_name, key: claim.key, id });
const byName: CursorFormat<CheckedClaim, string> = {
  write: (row) => cursorAfterClaim(nameOf(row)),
  read: (text) => Buffer.from(text, 'base64url').toString(),
};

function presentClaim(
  { id, status, repo_id, full_name, claim, own, free, taken, counts, rivals, is_disputed }: CheckedClaim,
  names: ReadonlyMap<string, string>,
) {
  const { key, glob = false, workspaces = null, path, source, why } = claim;
  return {
    id,
    status,
    repo_id,
    repo_full_name: full_name,
    key,
    pattern: glob,
    workspaces,
    path: path ?? '.',
    source,
    why,
    states: [...own, ...free].slice(0, MAX_SHOWN),
    state_count: counts.own + counts.free,
    also_claimed_by: [...rivals],
    disputed: is_disputed,
    contested_states: taken.slice(0, MAX_SHOWN).map((one) => ({
      ...one,
      repo_full_name: names.get(one.repo_id ?? '') ?? null,
    })),
    contested_count: counts.taken,
  };
}

/** The claims of an organization's repositories to states, by repository and key. */
export async function listStateClaims(
  ctx: Ctx,
  input: PageRequest & { org_id: string; status?: ClaimStatus; repo_id?: string },
  signal?: AbortSignal,
): Promise<Page<StateClaim>> {
  const { id: org_id } = await fetchOrganization(ctx, input.org_id, 'read');
  const { status, repo_id: repoId } = input;
  const sources = await readSources(ctx.store.db, { org_id });
  const checked = await checkClaims(sources, await listStateKeys(scoped(ctx.store.db, { org_id })), overStates(signal));
  const matching = checked
    .filter((one) => (status === undefined || one.status === status) && (repoId ?? one.repo_id) === one.repo_id)
    .map((row) => ({ row, at: claimPosition(nameOf(row)) }))
    .toSorted((a, b) => (a.at < b.at ? -1 : 1));
  const names = new Map(sources.repositories.map(({ repo_id, full_name }) => [repo_id, full_name]));
  const some = (limit: number, after: string | undefined) =>
    Promise.resolve(
      matching
        .filter(({ at }) => after === undefined || at > after)
        .slice(0, limit)
        .map(({ row }) => row),
    );
  return pageBy(byName, input, some, (rows) => rows.map((row) => presentClaim(row, names)));
}
