import { sql } from 'kysely';
import type { Verdict } from '../../engine/model/analysis.ts';
import type { Executor, Scope } from '../scope.ts';
import { scoped } from '../scope.ts';

/** Instances of one verdict and reason: how many, and some of them in their order. */
export type CoverageGap = {
  verdict: Verdict;
  reason: string | null;
  count: number;
  resources: string[];
  /** What is said of the first of them. */
  detail: string | null;
};

const SHOWN = 3;
const GROUPS = 20;

/**
 * The instances of an analysis that got one of these verdicts, by verdict and reason: what may be a deletion first, then the most
 * frequent; 20 groups at most.
 */
export async function coverageGaps(
  db: Executor,
  scope: Scope,
  analysisId: string,
  { verdicts, exceptStates }: { verdicts: readonly Verdict[]; exceptStates: readonly number[] },
): Promise<CoverageGap[]> {
  let query = scoped(db, scope)
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
