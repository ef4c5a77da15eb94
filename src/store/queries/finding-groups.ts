import { sql } from 'kysely';
import { SEVERITIES, type BySeverity, type FindingKind, type Severity } from '../../engine/model/analysis.ts';
import { within, type Executor, type Scope } from '../scope.ts';
import { filteredFindings, followsAnother, moduleOfFinding, type FindingFilter } from './findings-page.ts';

/** The findings of one module of one state. */
export type FindingGroupRow = BySeverity & { state_position: number; module: string; total: number; following: number };

const each = sql.join(
  SEVERITIES.map((severity) => sql`(count(*) filter (where severity = ${severity}))::int as ${sql.ref(severity)}`),
);
const worstFirst = sql.join(SEVERITIES.map((severity) => sql`${sql.ref(severity)} desc`));

/** Findings that fit by state and module, those with the worst first: `limit` groups, and how many there are. */
export async function groupFindings(
  db: Executor,
  scope: Scope,
  analysisId: string,
  filter: FindingFilter,
  limit: number,
): Promise<{ groups: FindingGroupRow[]; inAll: number }> {
  const findings = filteredFindings(db, scope, analysisId, filter).select([
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
    limit ${limit}`.execute(within(db, scope));
  return { groups: rows, inAll: rows[0]?.groups ?? 0 };
}

/** The findings that fit by severity, kind, and whether they only follow from another one. */
export async function countKinds(
  db: Executor,
  scope: Scope,
  analysisId: string,
  filter: FindingFilter,
): Promise<{ severity: Severity; kind: FindingKind; follows: boolean; count: number }[]> {
  return filteredFindings(db, scope, analysisId, filter)
    .select(['severity', 'kind', followsAnother.as('follows'), sql<number>`count(*)::int`.as('count')])
    .groupBy(['severity', 'kind', followsAnother])
    .execute();
}
