import { sql, type Insertable } from 'kysely';
import { scoped, type Executor, type Tenant } from '../scope.ts';
import type { Tables } from '../tables.ts';
import type { Run } from './runs.ts';
import type { ResolvedIncident } from './drift-incidents.ts';
import { inChunks } from './clauses.ts';

/** Notes how incidents will have ended when the analysis has; what was noted of one in the same state first, stays. */
export async function insertEndings(trx: Executor, rows: Insertable<Tables['incident_endings']>[]): Promise<void> {
  await inChunks(rows, (chunk, orgId) =>
    scoped(trx, { org_id: orgId })
      .insert('incident_endings', chunk)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
}

/** One state of an analysis whose results are all stored. */
export type DoneLineage = { position: number; lineage: string };

const openDrift = (tenant: Tenant) =>
  tenant.select('incidents').where('source', '=', 'drift').where('status', '=', 'open');

/** Open incidents of a state; an address alone does not identify one, since another state may have the same. */
const openOf = (tenant: Tenant, lineage: string) =>
  openDrift(tenant)
    .where(sql<boolean>`lineage_md5 = md5(${lineage})`)
    .where('lineage', '=', lineage);

/**
 * The open incidents of a state that is done whose resource it does not hold any more; after the verdicts of all its instances were
 * stored.
 */
export async function absentIncidents(tenant: Tenant, run: Run, { position, lineage }: DoneLineage) {
  // As sets: that takes time in proportion to both, whatever the database thinks of their sizes.
  const held = tenant
    .select('coverage')
    .select('resource')
    .where('analysis_id', '=', run.id)
    .where('state_position', '=', position);
  const gone = await openOf(tenant, lineage).select('resource').except(held).execute();
  if (gone.length === 0) return [];
  const resources = gone.map(({ resource }) => resource);
  const ended = await openOf(tenant, lineage)
    .select('id')
    .where('resource', '=', sql<string>`any(${resources}::text[])`)
    .execute();
  return ended.map(({ id }) => id);
}

/** How one state would resolve an open incident, when that was checked, and where its drift was seen last. */
export type NotedEnding = ResolvedIncident & {
  state_position: number;
  looked_at: Date;
  lineage: string | null;
  state_key: string | null;
};

/** The noted resolutions of an analysis whose incidents are still open and were not seen since it checked them, by id and state. */
export async function notedEndings(tenant: Tenant, analysisId: string): Promise<NotedEnding[]> {
  return tenant
    .select('incidents')
    .innerJoin('incident_endings', (join) =>
      join.onRef('incident_endings.org_id', '=', 'incidents.org_id').onRef('incident_id', '=', 'incidents.id'),
    )
    .where('incident_endings.analysis_id', '=', analysisId)
    .where('incidents.status', '=', 'open')
    .whereRef('incidents.last_seen_at', '<=', 'incident_endings.looked_at')
    .select(['id', 'lineage', 'state_key', 'state_position', 'incident_endings.resolution', 'looked_at'])
    .orderBy('incidents.id')
    .orderBy('incident_endings.state_position')
    .execute();
}

/** Those of these incidents that an analysis found. */
export async function foundBy(tenant: Tenant, analysisId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tenant
    .select('findings')
    .select('incident_id')
    .where('analysis_id', '=', analysisId)
    .where('incident_id', '=', sql<string>`any(${ids}::text[])`)
    .execute();
  return new Set(rows.flatMap(({ incident_id: id }) => id ?? []));
}

/** The lineages that open incidents are of. */
export async function openLineages(tenant: Tenant): Promise<string[]> {
  const rows = await openDrift(tenant).select('lineage').distinct().execute();
  return rows.flatMap(({ lineage }) => lineage ?? []);
}

/** The open incidents of these lineages that nobody has seen drift since. */
export async function openSince(tenant: Tenant, lineages: readonly string[], since: Date) {
  if (lineages.length === 0) return [];
  return openDrift(tenant)
    .select('id')
    .where('last_seen_at', '<=', since)
    .where('lineage', '=', sql<string>`any(${lineages}::text[])`)
    .execute();
}
