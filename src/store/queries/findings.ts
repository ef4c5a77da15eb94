import type { Insertable, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Finding } from '../../drift/analysis.ts';
import type { Executor, Scope } from '../scope.ts';
import { scoped } from '../scope.ts';
import type { FindingTable } from '../tables.ts';
import { inChunks } from './chunks.ts';

export type FindingRow = Selectable<FindingTable>;

/** Stores findings, all of one organization. A position that an analysis already has is a unique violation. */
export async function insertFindings(db: Executor, rows: Insertable<FindingTable>[]): Promise<void> {
  await inChunks(rows, (chunk, orgId) => scoped(db, { org_id: orgId }).insert('findings', chunk).execute());
}

/** The findings of an analysis in their order. */
export async function listFindings(db: Executor, scope: Scope, analysisId: string): Promise<FindingRow[]> {
  return scoped(db, scope)
    .select('findings')
    .selectAll()
    .where('analysis_id', '=', analysisId)
    .orderBy('position')
    .execute();
}

export type DriftKey = { lineage: string; resource: string; kind: Finding['kind'] };
export type FirstSeen = DriftKey & { first_seen_at: Date };

/**
 * Since when drifts are known: for each key that an earlier finished analysis of the organization holds, what the
 * latest such analysis says. Keys that were never seen are not in the answer.
 */
export async function firstSeen(db: Executor, orgId: string, keys: DriftKey[]): Promise<FirstSeen[]> {
  const wanted = sql<DriftKey>`unnest(
    ${keys.map((key) => key.lineage)}::text[], ${keys.map((key) => key.resource)}::text[], ${keys.map((key) => key.kind)}::text[])`;
  return scoped(db, { org_id: orgId })
    .select('findings')
    .innerJoin('analyses', 'analyses.id', 'findings.analysis_id')
    .where('analyses.status', 'in', ['completed', 'partial'])
    .where(sql<boolean>`(lineage, resource, kind) in (select * from ${wanted})`)
    .distinctOn(['lineage', 'resource', 'kind'])
    .select(['lineage', 'resource', 'kind', 'first_seen_at'])
    .orderBy('lineage')
    .orderBy('resource')
    .orderBy('kind')
    .orderBy('analysis_id', 'desc')
    .execute();
}
