import { SEVERITIES, severityRank, type Severity, type Verdict } from '../../engine/model/analysis.ts';
import {
  countByPlace,
  countOpen,
  listStateResults,
  type PlaceCounts,
  type PlaceKind,
} from '../../store/queries/drift-map.ts';
import { ofOrganization, scoped, type Tenant } from '../../store/scope.ts';
import { GAPS } from '../../texts/overview.ts';
import { accessScope } from '../access/scope.ts';
import { fetchOrganization } from '../access/organization.ts';
import { requireScope, type Ctx } from '../base/context.ts';
import { mappingOf } from '../ownership/mapping.ts';
import { overStates } from '../ownership/over-states.ts';

export const MAP_KINDS = ['repository', 'account', 'region', 'module'] as const;
type MapKind = (typeof MAP_KINDS)[number];

type StateResult = Awaited<ReturnType<typeof listStateResults>>[number];

/** The part of a state in one place: its size, and the worst open drift there. */
export type MapCell = Omit<PlaceCounts, 'place'> & {
  /** The repository, account, region or outermost module; null if there is none or it is unknown. */
  place: string | null;
  severity: Severity;
  open: number;
} & Pick<StateResult, 'status' | 'analysis_id'>;

export type DriftMap = { cells: MapCell[]; more: { cells: number; resources: number } };

const MAX_CELLS = 1000;

/**
 * The states of an organization, divided by repository, account, region or outermost module: the worst first, then the
 * largest. 404 for another organization's.
 */
export async function mapDrift(ctx: Ctx, input: { org_id: string; by: MapKind }): Promise<DriftMap> {
  const org = await fetchOrganization(ctx, input.org_id);
  const tenant = scoped(ctx.store.db, ofOrganization(await accessScope(ctx), org.id));
  requireScope(ctx, 'read');
  const kind = input.by === 'repository' ? undefined : input.by;
  const states = await listStateResults(tenant);
  const parts = kind === undefined ? await byRepository(tenant, states) : await byPlace(tenant, states, kind);
  const open = Map.groupBy(await countOpen(tenant, kind), ({ state_key, place }) => idOf({ state_key, place }));
  const results = new Map(states.map(({ key, status, analysis_id }) => [key, { status, analysis_id }]));
  const cells = parts.map((part): MapCell => {
    const own = open.get(idOf(kind === undefined ? { ...part, place: null } : part)) ?? [];
    return {
      ...part,
      severity: SEVERITIES.find((one) => own.some(({ severity }) => severity === one)) ?? 'none',
      open: own.reduce((sum, { count }) => sum + count, 0),
      ...(results.get(part.state_key) ?? { status: 'unreadable', analysis_id: '' }),
    };
  });
  cells.sort(worstFirst);
  const rest = cells.slice(MAX_CELLS);
  return {
    cells: cells.slice(0, MAX_CELLS),
    more: { cells: rest.length, resources: rest.reduce((sum, { resources }) => sum + resources, 0) },
  };
}

const idOf = ({ state_key: key, place }: { state_key: string; place: string | null }) => JSON.stringify([key, place]);

const isUnknown = ({ status, not_checked: unseen }: MapCell) => status === 'unreadable' || unseen > 0;

const worstFirst = (a: MapCell, b: MapCell): number =>
  severityRank(a.severity) - severityRank(b.severity) ||
  Number(isUnknown(b)) - Number(isUnknown(a)) ||
  b.resources - a.resources;

/** A state as one part; an unreadable one has no instances. */
function wholeOf({ key, counts }: StateResult): Omit<PlaceCounts, 'place'> {
  const sum = (verdicts: readonly Verdict[]) => verdicts.reduce((all, verdict) => all + (counts?.[verdict] ?? 0), 0);
  return {
    state_key: key,
    resources: (counts?.resources ?? 0) - sum(['skipped']),
    drifted: sum(['changed', 'deleted']),
    not_checked: sum(GAPS),
  };
}

async function byRepository(tenant: Tenant, states: readonly StateResult[]): Promise<PlaceCounts[]> {
  const mapping = await mappingOf(scoped(tenant.db, { org_id: tenant.scope.org_id }));
  const parts: PlaceCounts[] = [];
  await overStates()(states, (state) => {
    const owner = mapping.of(state.key);
    const place = owner ? (mapping.names.get(owner.repo_id) ?? null) : null;
    parts.push({ ...wholeOf(state), place });
  });
  return parts;
}

/** States without an instance in any place get a part of their own, so that unreadable states are not missing. */
async function byPlace(tenant: Tenant, states: readonly StateResult[], kind: PlaceKind): Promise<PlaceCounts[]> {
  const last = new Map(states.map(({ key, analysis_id: id }) => [key, id]));
  const parts = (await countByPlace(tenant, kind, GAPS)).filter((one) => last.get(one.state_key) === one.analysis_id);
  const found = new Set(parts.map(({ state_key: key }) => key));
  return [...parts, ...states.filter(({ key }) => !found.has(key)).map((one) => ({ ...wholeOf(one), place: null }))];
}
