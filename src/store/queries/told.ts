import { sql } from 'kysely';
import type { Verdict } from '../../engine/model/analysis.ts';
import { scoped, type Executor, type OrgScope } from '../scope.ts';
import type { CoverageRow } from './coverage.ts';
import type { ListedFinding } from './findings.ts';

/** A part of an analysis: some of its states, by their places. */
type StatesOf = { analysis_id: string; positions: readonly number[] };

const among = (positions: readonly number[]) => sql<number>`any(${[...positions]}::int[])`;

/** The findings in some states of an analysis, in their order. */
export async function findingsIn(db: Executor, scope: OrgScope, of: StatesOf): Promise<ListedFinding[]> {
  return scoped(db, scope)
    .select('findings')
    .leftJoin('incidents', (join) =>
      join.onRef('incidents.org_id', '=', 'findings.org_id').onRef('incidents.id', '=', 'findings.incident_id'),
    )
    .select(['findings.document', 'incidents.id as incident_id'])
    .where('analysis_id', '=', of.analysis_id)
    .where('state_position', '=', among(of.positions))
    .orderBy('state_position')
    .orderBy('position')
    .execute();
}

/** The instances in some states of an analysis that got one of these verdicts, in their order. */
export async function verdictsIn(
  db: Executor,
  scope: OrgScope,
  of: StatesOf,
  verdicts: readonly Verdict[],
): Promise<CoverageRow[]> {
  return scoped(db, scope)
    .select('coverage')
    .selectAll()
    .where('analysis_id', '=', of.analysis_id)
    .where('state_position', '=', among(of.positions))
    .where('verdict', 'in', [...verdicts])
    .orderBy('state_position')
    .orderBy('position')
    .execute();
}

/** How many instances of each of some states there were to look at: all but the skipped. */
export async function countInScope(db: Executor, scope: OrgScope, of: StatesOf): Promise<Map<string, number>> {
  const rows = await scoped(db, scope)
    .select('coverage')
    .select(['state_key', sql<number>`count(*)::int`.as('count')])
    .where('analysis_id', '=', of.analysis_id)
    .where('state_position', '=', among(of.positions))
    .where('verdict', '<>', 'skipped')
    .groupBy('state_key')
    .execute();
  return new Map(rows.map(({ state_key: key, count }) => [key, count]));
}

/** How many incidents of drift are open in each state of an organization. */
export async function countOpenIncidents(db: Executor, scope: OrgScope): Promise<Map<string, number>> {
  const rows = await scoped(db, scope)
    .select('incidents')
    .select(['state_key', sql<number>`count(*)::int`.as('count')])
    .where('source', '=', 'drift')
    .where('status', '=', 'open')
    .groupBy('state_key')
    .execute();
  return new Map(rows.map(({ state_key: key, count }) => [key ?? '', count]));
}
