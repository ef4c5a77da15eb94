import { scoped, type Executor, type Tenants, type Tenant } from '../scope.ts';
import { createHash } from 'node:crypto';
import { sql, type Insertable, type Selectable } from 'kysely';
import type { DriftKind, FindingKind, Severity } from '../../engine/model/analysis.ts';
import type { Tables } from '../tables.ts';
import { inChunks } from './clauses.ts';

export type FindingRow = Selectable<Tables['findings']>;

/** Stores findings of one organization. A duplicate position in a state is a unique violation. */
export async function insertFindings(db: Executor, rows: Insertable<Tables['findings']>[]): Promise<void> {
  await inChunks(rows, (chunk, orgId) => scoped(db, { org_id: orgId }).insert('findings', chunk).execute());
}

/** Whether a finding is drift: an object that no state has is none, and stands in no list of drift. */
export const isDrift = sql<boolean>`findings.kind <> 'unmanaged'`;
/** The kind of a finding that is drift. */
export const driftKind = sql<DriftKind>`findings.kind`;

/** A finding as it was stored, with its incident if that still exists. */
export type ListedFinding = Pick<FindingRow, 'document' | 'incident_id'>;

const inOrder = (tenants: Tenants, analysisId: string) =>
  tenants
    .select('findings')
    .leftJoin('incidents', (join) =>
      join.onRef('incidents.org_id', '=', 'findings.org_id').onRef('incidents.id', '=', 'findings.incident_id'),
    )
    .select(['findings.document', 'incidents.id as incident_id'])
    .where('analysis_id', '=', analysisId)
    .where(isDrift)
    .orderBy('state_position')
    .orderBy('position');

/** The findings of an analysis in order. */
export async function listFindings(tenants: Tenants, analysisId: string): Promise<ListedFinding[]> {
  return inOrder(tenants, analysisId).execute();
}

/** Some states of an analysis, by their positions. */
export type StatesOf = { analysis_id: string; positions: readonly number[] };

export const isAmong = (positions: readonly number[]) => sql<boolean>`state_position = any(${[...positions]}::int[])`;

/** The findings in some states of an analysis, in order. */
export async function findingsIn(tenant: Tenant, of: StatesOf): Promise<ListedFinding[]> {
  return inOrder(tenant, of.analysis_id).where(isAmong(of.positions)).execute();
}

/** The distinct severities of an analysis's findings. */
export async function listSeverities(tenants: Tenants, analysisId: string): Promise<Severity[]> {
  const rows = await tenants
    .select('findings')
    .select('severity')
    .distinct()
    .where('analysis_id', '=', analysisId)
    .where(isDrift)
    .execute();
  return rows.map((row) => row.severity);
}

export type DriftKey = { lineage: string; resource: string; kind: FindingKind };
export type FirstSeen = DriftKey & { first_seen_at: Date; incident_id: string | null };

/**
 * When each drift was first seen, according to the organization's latest finished analysis that contains it. Drifts
 * that were never seen are missing from the result.
 */
export async function firstSeen(tenant: Tenant, keys: DriftKey[]): Promise<FirstSeen[]> {
  const lineages = keys.map((key) => key.lineage);
  const resources = keys.map((key) => key.resource);
  const kinds = keys.map((key) => key.kind);
  // By stored hashes: row-level security keeps an index from being searched by a function of another table's column.
  const hashes = resources.map((resource) => createHash('md5').update(resource).digest('hex'));
  const wanted = sql<{ resource: string; resource_md5: string; lineage: string; kind: string }>`
    unnest(${lineages}::text[], ${resources}::text[], ${hashes}::text[], ${kinds}::text[])`.as<'wanted'>(
    sql`wanted (lineage, resource, resource_md5, kind)`,
  );
  return tenant
    .select('findings')
    .innerJoin(wanted, (join) =>
      join
        .onRef('wanted.lineage', '=', 'findings.lineage')
        .on(sql<boolean>`findings.resource_md5 = wanted.resource_md5`)
        .onRef('wanted.resource', '=', 'findings.resource')
        .onRef('wanted.kind', '=', 'findings.kind'),
    )
    .innerJoin('analyses', 'analyses.id', 'findings.analysis_id')
    .where('analyses.status', 'in', ['completed', 'partial'])
    .distinctOn(['findings.lineage', 'findings.resource', 'findings.kind'])
    .select([
      'findings.lineage',
      'findings.resource',
      'findings.kind',
      'findings.first_seen_at',
      'findings.incident_id',
    ])
    .orderBy('findings.lineage')
    .orderBy('findings.resource')
    .orderBy('findings.kind')
    .orderBy('findings.analysis_id', 'desc')
    .execute();
}
