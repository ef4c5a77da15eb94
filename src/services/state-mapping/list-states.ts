import { bySeverity } from '../../engine/model/analysis.ts';
import type { Claimant, MappingSource, ReadingProblem } from '../../engine/mapping/types.ts';
import type { Resolution } from '../../engine/mapping/resolve.ts';
import {
  listStates as query,
  listStateStatuses,
  listStateKeys,
  type StateFilter,
  type StateRow,
} from '../../store/queries/states.ts';
import { seesRepository, ofOrganization, scoped, type OrgScope, type Tenants } from '../../store/scope.ts';
import { plural } from '../../base/plural.ts';
import { MAX_PATTERNS, MAX_PATTERNS_PER_REPOSITORY } from '../../engine/mapping/pattern-index.ts';
import { listReadings } from '../../store/queries/repository-readings.ts';
import { requireScope, type Ctx } from '../base/context.ts';
import { scopeWithin } from '../access/organization.ts';
import { pageBy, type Page, type PageRequest, type CursorFormat } from '../base/paging.ts';
import { mappingOf, ownerOf, type Mapping } from '../ownership/mapping.ts';
import { filterStates, overStates, type OverStates } from '../ownership/over-states.ts';
import { inSlices } from '../base/in-slices.ts';
import { acceptable, claimId } from './check-claims.ts';
import { cursorAfter } from './cursor.ts';

/** A state as the API shows it, with its owner and the reason. */
export type State = ReturnType<typeof present>;

const byKey: CursorFormat<StateRow, string> = {
  write: cursorAfter,
  read: (text) => Buffer.from(text, 'base64url').toString().replaceAll('\0', ''),
};

const BATCH = 500;

/**
 * A filter: states of one repository, or whose owner comes from this source (`none`: without an owner and a hand
 * mapping). `claimed`: states that a repository claims without owning them.
 */
type Belonged = { repo_id?: string; source?: MappingSource | 'none'; claimed?: Claimant['status'] };

/** The source of a state's owner; undefined if no claim was accepted and there is no hand mapping. */
const sourceOf = ({ belongs, why }: Resolution): MappingSource | undefined =>
  belongs?.source ?? (why === undefined ? undefined : 'api');

/** The states of the latest analyses, by key. */
export async function listStates(
  ctx: Ctx,
  input: PageRequest & StateFilter & Belonged & { org_id: string },
): Promise<Page<State>> {
  const scope = await scopeWithin(ctx, input.org_id);
  requireScope(ctx, 'read');
  const tenant = scoped(ctx.store.db, scope);
  const mapping = await mappingOf(tenant);
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
    if ((repoId ?? source ?? claimed) === undefined) return query(tenant, { ...filter, after, limit });
    const found: StateRow[] = [];
    for (let at = after; found.length < limit;) {
      const rows = await query(tenant, { ...filter, after: at, limit: BATCH });
      found.push(...(await filterStates(over, rows, isWanted)));
      at = rows.at(-1)?.key;
      if (rows.length < BATCH) break;
    }
    return found.slice(0, limit);
  }
  return pageBy(byKey, input, some, (rows) => rows.map((row) => present(row, mapping, scope)));
}

/** The repositories that claim a state without owning it, within the scope. */
const othersWithin = ({ others }: Resolution, scope: OrgScope): Claimant[] =>
  others.filter(({ repo_id: repo }) => seesRepository(scope, repo));

function present(row: StateRow, mapping: Mapping, scope: OrgScope) {
  const { org_id: _, analysed_at, ...state } = row;
  const known = mapping.explain(state.key);
  return {
    ...state,
    ...ownerOf(mapping, known),
    source: sourceOf(known) ?? null,
    also_claimed_by: othersWithin(known, scope).map(({ claim, repo_id, path, why, status }) => ({
      claim_id: claimId(mapping.places, acceptable(repo_id, claim)),
      status,
      repo_id,
      repo_full_name: mapping.names.get(repo_id) ?? repo_id,
      path,
      why,
    })),
    analysed_at: analysed_at.toISOString(),
  };
}

/** Counts the states of the latest analyses. */
export async function countStates(ctx: Ctx, input: { org_id: string }) {
  const scope = await scopeWithin(ctx, input.org_id);
  requireScope(ctx, 'read');
  const tenant = scoped(ctx.store.db, scope);
  const rows = await listStateStatuses(tenant);
  const mapping = await mappingOf(tenant);
  return {
    states: rows.length,
    ...(await countClaimed(overStates(), { mapping, scope, states: rows })),
    unreadable: rows.filter(({ status }) => status === 'unreadable').length,
    /** By the worst finding of the latest analysis. */
    severities: bySeverity((severity) => rows.filter((row) => row.severity === severity).length),
  };
}

/**
 * Counts the states without an accepted claim and a hand mapping (`unmapped`), the unowned states that a repository
 * claims (`proposed`), and the states that a repository claims while they have an owner (`contested`). Counts only
 * claims of repositories within the scope.
 */
export async function countClaimed(
  over: OverStates,
  { mapping, scope, states }: { mapping: Mapping; scope: OrgScope; states: readonly { key: string }[] },
) {
  const counts = { unmapped: 0, proposed: 0, contested: 0 };
  await over(states, ({ key }) => {
    const known = mapping.explain(key);
    const statuses = new Set(othersWithin(known, scope).map(({ status }) => status));
    if (sourceOf(known) === undefined) counts.unmapped += 1;
    if (statuses.has('proposed')) counts.proposed += 1;
    if (statuses.has('contested')) counts.contested += 1;
  });
  return counts;
}

/** The states of one repository. */
export type RepositoryStates = {
  /** The first of its states in the latest analyses, by key. */
  states: { key: string; path: string }[];
  state_count: number;
  /** The number of unowned states that it claims: an admin may accept the claims. */
  proposed_count: number;
  /** The time and commit of the latest read with its problems; null before the first. */
  mapping: { read_at: string; sha: string | null; problems: ReadingProblem[] } | null;
};

const MAX_SHOWN = 100;
/** The time limit for one organization; others on the same page wait for it. */
const MAX_MS = 5_000;

/** The states of each of these repositories within the scope, and the latest read of each. */
export async function statesOfRepositories(
  tenants: Tenants,
  repositories: readonly { id: string; org_id: string }[],
): Promise<Map<string, RepositoryStates>> {
  const found = new Map<string, RepositoryStates>();
  for (const [org_id, own] of Map.groupBy(repositories, (one) => one.org_id)) {
    const scope = ofOrganization(tenants.scope, org_id);
    const ids = own.map(({ id }) => id);
    const tenant = scoped(tenants.db, scope);
    const mapping = await mappingOf(tenant);
    const readings = await listReadings(tenant, ids);
    for (const id of ids) {
      const reading = readings.get(id);
      found.set(id, {
        states: [],
        state_count: 0,
        proposed_count: 0,
        mapping: reading
          ? { read_at: reading.read_at.toISOString(), sha: reading.sha, problems: [...reading.problems] }
          : null,
      });
    }
    for (const [id, some] of mapping.leftOut) addProblem(found.get(id), leftOut(some));
    const complete = await inSlices(await listStateKeys(tenant), { leftMs: MAX_MS }, (key) =>
      count(found, mapping, key),
    );
    if (!complete) for (const id of ids) addProblem(found.get(id), TOO_MANY);
  }
  return found;
}

const TOO_MANY = 'there are too many claims and states to count all in time: the numbers are those of some states.';
const leftOut = (count: number) =>
  `${plural(count, 'pattern')} of its states ${count === 1 ? 'is' : 'are'} not used: ${MAX_PATTERNS_PER_REPOSITORY} of a repository count, and ${MAX_PATTERNS} of an organization, the earliest accepted first.`;

function addProblem(one: RepositoryStates | undefined, detail: string): void {
  if (one?.mapping && one.mapping.problems.length < MAX_SHOWN) one.mapping.problems.push({ path: '', detail });
}

/** Counts a state for its owner and for its claimants. */
function count(shown: ReadonlyMap<string, RepositoryStates>, mapping: Mapping, key: string): void {
  const { belongs, others } = mapping.explain(key);
  const owner = shown.get(belongs?.repo_id ?? '');
  if (owner && belongs) {
    owner.state_count += 1;
    if (owner.states.length < MAX_SHOWN) owner.states.push({ key, path: belongs.path });
  }
  const whose = belongs ? `${mapping.names.get(belongs.repo_id) ?? belongs.repo_id}'s` : "the organization's";
  for (const { repo_id: other, status } of others) {
    const claimant = shown.get(other);
    if (claimant && status === 'proposed') claimant.proposed_count += 1;
    if (status === 'contested') addProblem(claimant, `it claims the state ${key}, which is ${whose}.`);
  }
}
