import { sql } from 'kysely';
import type { AttributeDrift, FindingKind, Severity } from '../../engine/model/analysis.ts';
import type { Executor, OrgScope } from '../scope.ts';
import { scoped } from '../scope.ts';
import type { CoverageRow } from './coverage.ts';
import type { StateRow } from './states.ts';

/** When a state was looked at last, and whether it could be read. */
export type LatestLook = Pick<StateRow, 'key' | 'analysis_id' | 'status' | 'analysed_at'>;

/** Of every state of an organization the latest look. */
export async function latestLooks(db: Executor, scope: OrgScope): Promise<LatestLook[]> {
  return scoped(db, scope)
    .select('states')
    .select(['key', 'analysis_id', 'status', 'analysed_at'])
    .orderBy('analysis_id', 'desc')
    .orderBy('key')
    .execute();
}

/** A verdict, with the finding that it has. */
export type LookedAt = CoverageRow & {
  kind: FindingKind | null;
  severity: Severity | null;
  attributes: AttributeDrift[] | null;
};
export type AfterLook = Pick<CoverageRow, 'state_position' | 'position'>;

/** What an analysis saw in these states, in its order; of what differs but is no finding only what rules took out. */
export async function pageLook(
  db: Executor,
  scope: OrgScope,
  { analysis_id, keys }: { analysis_id: string; keys: readonly string[] },
  { limit, after }: { limit: number; after: AfterLook | undefined },
): Promise<LookedAt[]> {
  let query = scoped(db, scope)
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
      'findings.kind',
      'findings.severity',
      sql<AttributeDrift[] | null>`findings.document->'attributes'`.as('attributes'),
    ])
    .orderBy('coverage.state_position')
    .orderBy('coverage.position')
    .limit(limit)
    .execute();
}
