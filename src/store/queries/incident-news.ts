import { sql } from 'kysely';
import type { Tenant } from '../scope.ts';
import type { IncidentRow } from './incidents.ts';
import { countOf, ofDrift, worstFirst } from './clauses.ts';

/** An incident as one line of a report. */
export type IncidentLine = Pick<IncidentRow, 'id' | 'resource' | 'kind' | 'severity' | 'summary' | 'state_key'>;

const LINE = ['id', 'resource', 'kind', 'severity', 'summary', 'state_key'] as const;

/** About drift, or about objects that no state has. */
type About = 'drift' | 'unmanaged';

const openedBy = (tenant: Tenant, analysisId: string, about: About) =>
  tenant
    .select('incidents')
    .where('opened_by', '=', analysisId)
    .where(about === 'drift' ? ofDrift : sql<boolean>`not ${ofDrift}`);

/** The number of incidents that an analysis opened. */
export async function countOpened(tenant: Tenant, analysisId: string, about: About = 'drift'): Promise<number> {
  return countOf(openedBy(tenant, analysisId, about));
}

/** The worst incidents that an analysis opened. */
export async function worstOpened(tenant: Tenant, analysisId: string, limit: number, about: About = 'drift') {
  return openedBy(tenant, analysisId, about).select(LINE).orderBy(worstFirst).orderBy('id').limit(limit).execute();
}

/** The incidents with these ids that still exist. */
export async function incidentLines(tenant: Tenant, ids: readonly string[]): Promise<IncidentLine[]> {
  if (ids.length === 0) return [];
  return tenant
    .select('incidents')
    .select(LINE)
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .orderBy(worstFirst)
    .orderBy('id')
    .execute();
}
