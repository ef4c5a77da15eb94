import type { Selectable } from 'kysely';
import { severityRank, type SeenBefore, type SimilarIncident } from '../../engine/model/analysis.ts';
import type { Tenant, Tenants } from '../scope.ts';
import type { Tables } from '../tables.ts';
import { worstFirst } from './clauses.ts';

/** The ids of the incidents that an analysis opened, the worst first. */
export async function listOpened(tenant: Tenant, analysisId: string): Promise<string[]> {
  const rows = await tenant
    .select('incidents')
    .select('id')
    .where('opened_by', '=', analysisId)
    .orderBy(worstFirst)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The fields by which incidents are compared. */
export type Comparable = Pick<
  Selectable<Tables['incidents']>,
  'id' | 'repo_id' | 'date' | 'resource' | 'summary' | 'previous_id'
>;

/** The incidents with these ids that still exist, by id. */
export async function comparableIncidents(tenant: Tenant, ids: readonly string[]): Promise<Map<string, Comparable>> {
  if (ids.length === 0) return new Map();
  const rows = await tenant
    .select('incidents')
    .select(['id', 'repo_id', 'date', 'resource', 'summary', 'previous_id'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Replaces each incident's similar incidents. Inside a transaction. Leaves out incidents that are deleted, or that
 * another transaction is deleting.
 */
export async function replaceSimilar(
  tenant: Tenant,
  similar: ReadonlyMap<string, readonly Pick<SimilarIncident, 'id' | 'similarity'>[]>,
): Promise<void> {
  const ids = [...new Set([...similar].flatMap(([id, matches]) => [id, ...matches.map((match) => match.id)]))];
  if (ids.length === 0) return;
  const locked = tenant.select('incidents').select('id').where('id', 'in', ids).forKeyShare().skipLocked();
  const there = new Set((await locked.execute()).map(({ id }) => id));
  await tenant
    .delete('similar_incidents')
    .where('incident_id', 'in', [...similar.keys()])
    .execute();
  const rows = [...similar].flatMap(([incident, matches]) =>
    matches.flatMap(({ id, similarity }, rank): Omit<Tables['similar_incidents'], 'org_id'>[] =>
      there.has(incident) && there.has(id) ? [{ incident_id: incident, similar_id: id, rank, similarity }] : [],
    ),
  );
  if (rows.length > 0) await tenant.insert('similar_incidents', rows).execute();
}

const matches = (tenants: Tenants) =>
  tenants
    .select('similar_incidents')
    .innerJoin('incidents as earlier', (join) =>
      join
        .onRef('earlier.org_id', '=', 'similar_incidents.org_id')
        .onRef('earlier.id', '=', 'similar_incidents.similar_id'),
    )
    .select(['similarity', 'earlier.id', 'earlier.date', 'earlier.summary', 'earlier.resource'])
    .orderBy('rank');

/** The similar incidents, as of when these were opened, that still exist. */
export async function listSimilar(tenants: Tenants, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return matches(tenants)
    .select(['similar_incidents.org_id', 'similar_incidents.incident_id'])
    .where('similar_incidents.incident_id', 'in', ids)
    .execute();
}

/** The incidents that an analysis opened and that resemble earlier ones, the worst first. */
export async function listSeenBefore(tenants: Tenants, analysisId: string): Promise<SeenBefore[]> {
  const rows = await matches(tenants)
    .innerJoin('incidents as opened', (join) =>
      join
        .onRef('opened.org_id', '=', 'similar_incidents.org_id')
        .onRef('opened.id', '=', 'similar_incidents.incident_id'),
    )
    .select(['opened.id as incident_id', 'opened.resource as of', 'opened.state_key', 'opened.severity'])
    .where('opened.opened_by', '=', analysisId)
    .execute();
  const rank = ({ severity }: (typeof rows)[number]) => severityRank(severity ?? 'none');
  const groups = Map.groupBy(
    rows.toSorted((a, b) => rank(a) - rank(b) || (a.incident_id < b.incident_id ? -1 : 1)),
    ({ incident_id: id }) => id,
  );
  return [...groups].map(([id, group]) => ({
    resource: group[0]?.of ?? '',
    state_key: group[0]?.state_key ?? '',
    incident_id: id,
    matches: group.map(({ id: earlier, similarity, date, summary, resource }) => ({
      id: earlier,
      similarity,
      date,
      summary,
      resource,
    })),
  }));
}
