import type { AttributeDrift, Counts, DriftKind, Severity, Verdict } from '../../engine/model/analysis.ts';
import { scoped, type Executor, type Tenants, type Tenant } from '../scope.ts';
import { sql, type Insertable, type Selectable } from 'kysely';
import type { Tables } from '../tables.ts';
import { isAmong, type StatesOf } from './findings.ts';
import { recount } from './recount.ts';
import { holds, inChunks } from './clauses.ts';

export type CoverageRow = Selectable<Tables['coverage']>;

/** Stores verdicts of one organization. A duplicate position in a state is a unique violation. */
export async function insertCoverage(db: Executor, rows: Insertable<Tables['coverage']>[]): Promise<void> {
  await inChunks(rows, (chunk, orgId) => scoped(db, { org_id: orgId }).insert('coverage', chunk).execute());
}

const inOrder = (tenants: Tenants, analysisId: string) =>
  tenants
    .select('coverage')
    .selectAll()
    .where('analysis_id', '=', analysisId)
    .orderBy('state_position')
    .orderBy('position');

/** The verdicts of an analysis in order; with `statePosition`, of that state only. */
export async function listCoverage(tenants: Tenants, analysisId: string, statePosition?: number) {
  const all = inOrder(tenants, analysisId);
  return (statePosition === undefined ? all : all.where('state_position', '=', statePosition)).execute();
}

/** The instances of an analysis that were read as there, or as deleted. */
export async function listChecked(tenant: Tenant, analysisId: string) {
  return tenant
    .select('coverage')
    .select(['state_key', 'resource', 'verdict'])
    .where('analysis_id', '=', analysisId)
    .where('verdict', 'in', ['in_sync', 'changed', 'deleted'])
    .execute();
}

/** Counts an analysis's stored verdicts and side effects. */
export async function countVerdicts(tenants: Tenants, analysisId: string): Promise<Counts> {
  return (await recount(tenants, [analysisId]))(analysisId).counts;
}

export type CoverageFilter = {
  /** Positions of the states to list. */
  states?: readonly number[] | undefined;
  verdict?: Verdict | undefined;
  reason?: string | undefined;
  /** A part of the address, the type or the detail, ignoring case. */
  q?: string | undefined;
  /** Only instances with differences that an ignore rule suppressed, or that anything suppressed. */
  suppressed?: 'rule' | 'any' | undefined;
};

/** The last verdict of the previous page. */
export type AfterVerdict = { state_position: number; position: number };

/** Verdicts of an analysis in order. */
export async function pageCoverage(
  tenants: Tenants,
  analysisId: string,
  { limit, after, ...filter }: CoverageFilter & { limit: number; after: AfterVerdict | undefined },
): Promise<CoverageRow[]> {
  const { states, verdict, reason, q, suppressed } = filter;
  let query = inOrder(tenants, analysisId);
  if (after !== undefined)
    query = query.where(sql<boolean>`(state_position, position) > (${after.state_position}, ${after.position})`);
  if (states !== undefined) query = query.where(isAmong(states));
  if (verdict !== undefined) query = query.where('verdict', '=', verdict);
  if (reason !== undefined) query = query.where('reason', '=', reason);
  if (suppressed === 'rule') query = query.where('ignored_by', 'is not', null);
  if (suppressed === 'any')
    query = query.where((is) => is.or([is('ignored_by', 'is not', null), is('suppressed', 'is not', null)]));
  if (q !== undefined) query = query.where(holds(sql`concat_ws(' ', resource, type, detail)`, q));
  return query.limit(limit).execute();
}

/** Instances with the same verdict and reason: their number, the first few in order, and the detail of the first. */
export type CoverageGap = Awaited<ReturnType<typeof coverageGaps>>[number];

const SHOWN = 3;
const GROUPS = 20;

/**
 * The instances of an analysis with one of these verdicts, grouped by verdict and reason. Possible deletions come first,
 * then the largest groups; 20 groups at most.
 */
export async function coverageGaps(
  tenants: Tenants,
  analysisId: string,
  { verdicts, exceptStates }: { verdicts: readonly Verdict[]; exceptStates: readonly number[] },
) {
  let query = tenants
    .select('coverage')
    .where('analysis_id', '=', analysisId)
    .where('verdict', 'in', [...verdicts]);
  if (exceptStates.length > 0) query = query.where('state_position', 'not in', [...exceptStates]);
  const count = sql<number>`count(*)::int`;
  return query
    .select([
      'verdict',
      'reason',
      count.as('count'),
      sql<string[]>`(array_agg(resource order by state_position, position))[1:${sql.lit(SHOWN)}]`.as('resources'),
      sql<string | null>`(array_agg(detail order by state_position, position))[1]`.as('detail'),
    ])
    .groupBy(['verdict', 'reason'])
    .orderBy((eb) => eb('verdict', '=', 'suspect'), 'desc')
    .orderBy('count', 'desc')
    .orderBy('verdict')
    .orderBy('reason')
    .limit(GROUPS)
    .execute();
}

/** The instances in some states of an analysis with one of these verdicts, in order. */
export async function verdictsIn(tenant: Tenant, of: StatesOf, verdicts: readonly Verdict[]) {
  return inOrder(tenant, of.analysis_id)
    .where(isAmong(of.positions))
    .where('verdict', 'in', [...verdicts])
    .execute();
}

/** The number of instances in scope, by state: all but the skipped. */
export async function countInScope(tenant: Tenant, of: StatesOf): Promise<Map<string, number>> {
  const rows = await tenant
    .select('coverage')
    .select(['state_key', sql<number>`count(*)::int`.as('count')])
    .where('analysis_id', '=', of.analysis_id)
    .where(isAmong(of.positions))
    .where('verdict', '<>', 'skipped')
    .groupBy('state_key')
    .execute();
  return new Map(rows.map(({ state_key: key, count }) => [key, count]));
}

/** A verdict with its finding. */
export type CheckedInstance = CoverageRow & {
  kind: DriftKind | null;
  severity: Severity | null;
  attributes: AttributeDrift[] | null;
};

/** The verdicts of an analysis on these states, in order. Without a finding, only differences hidden by rules count. */
export async function pageChecked(
  tenant: Tenant,
  { analysis_id, keys }: { analysis_id: string; keys: readonly string[] },
  { limit, after }: { limit: number; after: AfterVerdict | undefined },
): Promise<CheckedInstance[]> {
  let query = tenant
    .select('coverage')
    .leftJoin('findings', (join) =>
      join
        .onRef('findings.analysis_id', '=', 'coverage.analysis_id')
        .onRef('findings.state_position', '=', 'coverage.state_position')
        .onRef('findings.position', '=', 'coverage.position'),
    )
    .where('coverage.analysis_id', '=', analysis_id)
    .where(sql<boolean>`coverage.state_key = any(${[...keys]}::text[])`);
  if (after !== undefined)
    query = query.where(
      sql<boolean>`(coverage.state_position, coverage.position) > (${after.state_position}, ${after.position})`,
    );
  return query
    .selectAll('coverage')
    .select([
      // A finding of an instance is drift.
      sql<DriftKind | null>`findings.kind`.as('kind'),
      'findings.severity',
      sql<AttributeDrift[] | null>`findings.document->'attributes'`.as('attributes'),
    ])
    .orderBy('coverage.state_position')
    .orderBy('coverage.position')
    .limit(limit)
    .execute();
}
