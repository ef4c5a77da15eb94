import { sql, type RawBuilder } from 'kysely';
import {
  SEVERITIES,
  severityRank,
  type BySeverity,
  type Finding,
  type FindingKind,
  type Severity,
} from '../../engine/model/analysis.ts';
import { isPart, type Tenants } from '../scope.ts';
import { driftKind, isDrift, type FindingRow, type ListedFinding } from './findings.ts';
import { holds } from './clauses.ts';

export type FindingFilter = {
  /** This severity or worse. */
  severity?: Severity | undefined;
  /** Exactly this severity. */
  exactly?: Severity | undefined;
  /** Default: all drift. */
  kind?: FindingKind | undefined;
  /** A part of the address, the type or the message, ignoring case. */
  q?: string | undefined;
  /** The finding's module, without nested ones; `''` for the root module. */
  module?: string | undefined;
  /** Positions of the states to list. */
  states?: readonly number[] | undefined;
  type?: string | undefined;
  region?: string | undefined;
  account?: string | undefined;
  /** A part of the address. */
  resource?: string | undefined;
  /** Whole addresses. */
  resources?: readonly string[] | undefined;
  /** Positions of the states to leave out. */
  exceptStates?: readonly number[] | undefined;
  /** Only drift first seen at or after `seenSince`, and before `seenBefore`. */
  seenSince?: Date | undefined;
  seenBefore?: Date | undefined;
};

/** The last finding of the previous page. `rank` is its severity's, 1 for the worst. */
export type AfterFinding = { rank: number; state_position: number; position: number };
export type RankedFinding = Pick<FindingRow, 'analysis_id'> & ListedFinding & AfterFinding;

/** Must match the expression of the index `findings_worst` word for word. */
const rank = sql<number>`array_position(${sql.lit(`{${SEVERITIES.join(',')}}`)}::text[], findings.severity)`;

/** The module part of the address, as in `report/grouping.ts`. */
export const moduleOfFinding = sql<string>`
  case when starts_with(findings.resource, 'module.')
    then rtrim(substring(findings.resource from ${sql.lit(String.raw`^(?:module\.[^.\[]+(?:\[(?:\d+|"(?:[^"\\]|\\.)*")\])?(?:\.|$))*`)}), '.')
    else '' end`;

/** The findings of an analysis that match a filter. */
export function filteredFindings(tenants: Tenants, analysisId: string, filter: FindingFilter) {
  const { severity, exactly, kind, resource, resources, q, module, states, exceptStates = [] } = filter;
  const { seenSince, seenBefore } = filter;
  let query = tenants.select('findings').where('analysis_id', '=', analysisId);
  if (exactly !== undefined) query = query.where(rank, '=', severityRank(exactly) + 1);
  query = kind === undefined ? query.where(isDrift) : query.where('findings.kind', '=', kind);
  if (states !== undefined) query = query.where('state_position', '=', sql<number>`any(${[...states]}::int[])`);
  if (module !== undefined) query = query.where(moduleOfFinding, '=', module);
  if (q !== undefined) {
    // A message may name the state of its cause: a caller who sees only some states cannot search messages.
    const message = isPart(tenants.scope) ? sql`''` : sql`document->>'message'`;
    query = query.where(holds(sql`concat_ws(' ', findings.resource, document->>'type', ${message})`, q));
  }
  if (severity !== undefined) query = query.where(rank, '<=', severityRank(severity) + 1);
  for (const [field, value] of [
    ['type', filter.type],
    ['region', filter.region],
    ['account_id', filter.account],
  ] as const)
    if (value !== undefined) query = query.where(sql`document->>${sql.lit(field)}`, '=', value);
  if (resource !== undefined) query = query.where(sql<boolean>`strpos(findings.resource, ${resource}) > 0`);
  if (resources !== undefined) query = query.where('findings.resource', 'in', [...resources]);
  if (seenSince !== undefined) query = query.where('findings.first_seen_at', '>=', seenSince);
  if (seenBefore !== undefined) query = query.where('findings.first_seen_at', '<', seenBefore);
  if (exceptStates.length > 0) query = query.where('state_position', 'not in', [...exceptStates]);
  return query;
}

export const FINDING_ORDERS = ['severity', 'address', 'newest'] as const;
export type FindingOrder = (typeof FINDING_ORDERS)[number];

const address = sql<string>`findings.resource collate "C"`;

/** The sort keys of each order; equal findings keep their order in the analysis. */
const SORTED: Record<FindingOrder, readonly RawBuilder<unknown>[]> = {
  severity: [rank, address],
  address: [address],
  newest: [sql`-extract(epoch from findings.first_seen_at)`],
};

const withIncident = (query: ReturnType<typeof filteredFindings>) =>
  query
    .leftJoin('incidents', (join) =>
      join.onRef('incidents.org_id', '=', 'findings.org_id').onRef('incidents.id', '=', 'findings.incident_id'),
    )
    .select(['analysis_id', 'state_position', 'position', 'document', rank.as('rank'), 'incidents.id as incident_id']);

type FindingPage = FindingFilter & { limit: number; after: AfterFinding | undefined; order?: FindingOrder | undefined };

/** Findings of an analysis: the worst first, then by address, unless another order is given. */
export async function pageFindings(
  tenants: Tenants,
  analysisId: string,
  { limit, after, order = 'severity', ...filter }: FindingPage,
): Promise<RankedFinding[]> {
  const by = SORTED[order];
  let query = filteredFindings(tenants, analysisId, filter);
  if (after !== undefined) {
    const { state_position: state, position } = after;
    const last = (one: RawBuilder<unknown>) =>
      tenants
        .select('findings')
        .select(one.as('by'))
        .where('analysis_id', '=', analysisId)
        .where('state_position', '=', state)
        .where('position', '=', position);
    const from = by.map((one) => (one === rank ? sql`${after.rank}` : sql`(${last(one)})`));
    query = query.where(
      sql<boolean>`(${sql.join(by)}, state_position, position) > (${sql.join(from)}, ${state}, ${position})`,
    );
  }
  const sorted = by.reduce((some, one) => some.orderBy(one), withIncident(query));
  return sorted.orderBy('state_position').orderBy('position').limit(limit).execute();
}

/** A finding of an analysis by its fingerprint. Masked keys may give several the same one: then the worst. */
export async function findByFingerprint(
  tenants: Tenants,
  analysisId: string,
  fingerprint: string,
): Promise<RankedFinding | undefined> {
  return withIncident(filteredFindings(tenants, analysisId, {}).where('findings.fingerprint', '=', fingerprint))
    .orderBy(rank)
    .orderBy('state_position')
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();
}

/** The distinct combinations of resource type, region and account in an analysis's findings. */
export async function listFindingPlaces(tenants: Tenants, analysisId: string, limit: number) {
  const field = (name: 'type' | 'region' | 'account_id') => sql<string | null>`document->>${sql.lit(name)}`;
  return filteredFindings(tenants, analysisId, {})
    .select([field('type').as('type'), field('region').as('region'), field('account_id').as('account_id')])
    .distinct()
    .limit(limit)
    .execute();
}

/** Findings whose first attribute is a tag; all findings that change only tags are among them. */
export async function listTagFindings(tenants: Tenants, analysisId: string, limit: number) {
  return filteredFindings(tenants, analysisId, { kind: 'changed' })
    .select(['document', 'incident_id'])
    .where(sql<boolean>`document->'attributes'->0->>'path' like 'tags%'`)
    .orderBy('state_position')
    .orderBy('position')
    .limit(limit)
    .execute();
}

/** The fields of an analysis's findings that they are counted by. */
export async function listFindingsInBrief(tenants: Tenants, analysisId: string) {
  return filteredFindings(tenants, analysisId, {})
    .select([driftKind.as('kind'), 'severity', sql<Finding['caused_by'] | null>`document->'caused_by'`.as('caused_by')])
    .execute();
}

/** Whether a finding is a side effect of another one. */
export const followsAnother = sql<boolean>`jsonb_typeof(document->'caused_by') is not distinct from 'object'`;

/** The number of matching findings, and of the side effects among them. */
export async function countFindings(tenants: Tenants, analysisId: string, filter: FindingFilter) {
  return filteredFindings(tenants, analysisId, filter)
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<number>`(count(*) filter (where ${followsAnother}))::int`.as('following'),
    ])
    .executeTakeFirstOrThrow();
}

/** Counts of the findings in one module of one state. */
export type FindingGroupRow = BySeverity & { state_position: number; module: string; total: number; following: number };

const each = sql.join(
  SEVERITIES.map((severity) => sql`(count(*) filter (where severity = ${severity}))::int as ${sql.ref(severity)}`),
);
const worstFirst = sql.join(SEVERITIES.map((severity) => sql`${sql.ref(severity)} desc`));

/** Matching findings by state and module, the worst groups first: at most `limit` groups, and the number of all. */
export async function groupFindings(
  tenants: Tenants,
  analysisId: string,
  filter: FindingFilter,
  limit: number,
): Promise<{ groups: FindingGroupRow[]; inAll: number }> {
  const findings = filteredFindings(tenants, analysisId, filter).select([
    'state_position',
    'severity',
    followsAnother.as('follows'),
    moduleOfFinding.as('module'),
  ]);
  const { rows } = await sql<FindingGroupRow & { groups: number }>`
    select state_position, module, count(*)::int as total, (count(*) filter (where follows))::int as following, ${each}, (count(*) over ())::int as groups
    from (${findings}) found
    group by state_position, module
    order by ${worstFirst}, state_position, module
    limit ${limit}`.execute(tenants.db);
  return { groups: rows, inAll: rows[0]?.groups ?? 0 };
}

/** Counts matching findings by severity, kind, and whether they are side effects. */
export async function countKinds(tenants: Tenants, analysisId: string, filter: FindingFilter) {
  return filteredFindings(tenants, analysisId, filter)
    .select(['severity', 'kind', followsAnother.as('follows'), sql<number>`count(*)::int`.as('count')])
    .groupBy(['severity', 'kind', followsAnother])
    .execute();
}
