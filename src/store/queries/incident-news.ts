import { sql } from 'kysely';
import { scoped, type Executor, type OrgScope } from '../scope.ts';
import type { IncidentRow } from './incidents.ts';
import { countOf, worstFirst } from './clauses.ts';

/** An incident in one line of a report. */
export type IncidentLine = Pick<IncidentRow, 'id' | 'resource' | 'kind' | 'severity' | 'summary' | 'state_key'>;

const LINE = ['id', 'resource', 'kind', 'severity', 'summary', 'state_key'] as const;

const openedBy = (db: Executor, scope: OrgScope, analysisId: string) =>
  scoped(db, scope).select('incidents').where('opened_by', '=', analysisId);

/** How many incidents an analysis opened. */
export async function countOpened(db: Executor, scope: OrgScope, analysisId: string): Promise<number> {
  return countOf(openedBy(db, scope, analysisId));
}

/** The worst of the incidents that an analysis opened. */
export async function worstOpened(db: Executor, scope: OrgScope, analysisId: string, limit: number) {
  return openedBy(db, scope, analysisId).select(LINE).orderBy(worstFirst).orderBy('id').limit(limit).execute();
}

/** Those of these incidents that still exist. */
export async function incidentLines(db: Executor, scope: OrgScope, ids: readonly string[]): Promise<IncidentLine[]> {
  if (ids.length === 0) return [];
  return scoped(db, scope)
    .select('incidents')
    .select(LINE)
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .orderBy(worstFirst)
    .orderBy('id')
    .execute();
}
