import { sql } from 'kysely';
import { SEVERITIES, severityRank, type Severity } from '../../drift/analysis.ts';
import type { Executor, Scope } from '../scope.ts';
import { scoped } from '../scope.ts';
import type { FindingRow, ListedFinding } from './findings.ts';

export type FindingFilter = {
  /** This severe or worse. */
  severity?: Severity | undefined;
  type?: string | undefined;
  /** A part of the address. */
  resource?: string | undefined;
  /** States whose findings are left out, by their place. */
  exceptStates?: readonly number[] | undefined;
};

/** Where a list of findings goes on: after this one. `rank` is the place of its severity, 1 for the worst. */
export type AfterFinding = { rank: number; state_position: number; position: number };
export type RankedFinding = Pick<FindingRow, 'analysis_id'> & ListedFinding & AfterFinding;

const rank = sql<number>`array_position(${sql.val([...SEVERITIES])}::text[], findings.severity)`;

function filtered(db: Executor, scope: Scope, analysisId: string, filter: FindingFilter) {
  const { severity, type, resource, exceptStates = [] } = filter;
  let query = scoped(db, scope).select('findings').where('analysis_id', '=', analysisId);
  if (severity !== undefined) query = query.where(rank, '<=', severityRank(severity) + 1);
  if (type !== undefined) query = query.where(sql`document->>'type'`, '=', type);
  if (resource !== undefined) query = query.where(sql<boolean>`strpos(findings.resource, ${resource}) > 0`);
  if (exceptStates.length > 0) query = query.where('state_position', 'not in', [...exceptStates]);
  return query;
}

/** Findings of an analysis, the worst first, then in their order. */
export async function pageFindings(
  db: Executor,
  scope: Scope,
  analysisId: string,
  { limit, after, ...filter }: FindingFilter & { limit: number; after: AfterFinding | undefined },
): Promise<RankedFinding[]> {
  let query = filtered(db, scope, analysisId, filter);
  if (after !== undefined)
    query = query.where(
      sql<boolean>`(${rank}, state_position, position) > (${after.rank}, ${after.state_position}, ${after.position})`,
    );
  return query
    .leftJoin('incidents', (join) =>
      join.onRef('incidents.org_id', '=', 'findings.org_id').onRef('incidents.id', '=', 'findings.incident_id'),
    )
    .select(['analysis_id', 'state_position', 'position', 'document', rank.as('rank'), 'incidents.id as incident_id'])
    .orderBy('rank')
    .orderBy('state_position')
    .orderBy('position')
    .limit(limit)
    .execute();
}

/** How many findings fit, and how many of these only follow from another one. */
export async function countFindings(
  db: Executor,
  scope: Scope,
  analysisId: string,
  filter: FindingFilter,
): Promise<{ total: number; following: number }> {
  return filtered(db, scope, analysisId, filter)
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<number>`(count(*) filter (where jsonb_typeof(document->'caused_by') = 'object'))::int`.as('following'),
    ])
    .executeTakeFirstOrThrow();
}
