import { sql, type Insertable } from 'kysely';
import { scoped, type Executor, type Tenant } from '../scope.ts';
import type { Tables } from '../tables.ts';
import type { Run } from './runs.ts';
import type { ResolvedIncident } from './drift-incidents.ts';
import { inChunks, ofDrift } from './clauses.ts';

/** Stores resolutions that take effect when the analysis ends. An incident's first one in a state is kept. */
export async function insertEndings(trx: Executor, rows: Insertable<Tables['incident_endings']>[]): Promise<void> {
  await inChunks(rows, (chunk, orgId) =>
    scoped(trx, { org_id: orgId })
      .insert('incident_endings', chunk)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
}

/** A state of an analysis, all of whose results are stored. */
export type DoneLineage = { position: number; lineage: string };

/** Without those of unmanaged objects, which no state has: inventories resolve them. */
const openDrift = (tenant: Tenant) =>
  tenant.select('incidents').where('source', '=', 'drift').where('status', '=', 'open').where(ofDrift);

/** A state's open incidents; an address alone does not identify one, since another state may have the same address. */
const openOf = (tenant: Tenant, lineage: string) =>
  openDrift(tenant)
    .where(sql<boolean>`lineage_md5 = md5(${lineage})`)
    .where('lineage', '=', lineage);

/**
 * The open incidents whose resource a done state no longer contains. Call it when the verdicts of all the state's
 * instances are stored.
 */
export async function absentIncidents(tenant: Tenant, run: Run, { position, lineage }: DoneLineage) {
  // As sets, which takes linear time whatever the planner assumes of their sizes.
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

/** An open incident's resolution by one state: when that state was checked, and where the drift was last seen. */
export type NotedEnding = ResolvedIncident & {
  state_position: number;
  looked_at: Date;
  lineage: string | null;
  state_key: string | null;
};

/** The stored resolutions of an analysis whose incidents are open and were not seen since the check, by id and state. */
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

/** The ids of these incidents that an analysis found. */
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

/** The lineages with open incidents. */
export async function openLineages(tenant: Tenant): Promise<string[]> {
  const rows = await openDrift(tenant).select('lineage').distinct().execute();
  return rows.flatMap(({ lineage }) => lineage ?? []);
}

/** The open incidents of the states whose keys begin with a prefix. */
export async function openBelow(tenant: Tenant, prefix: string) {
  return openDrift(tenant)
    .select('id')
    .where(sql<boolean>`starts_with(state_key, ${prefix})`)
    .execute();
}

/** The open incidents of these lineages whose drift nobody has seen since a time. */
export async function openSince(tenant: Tenant, lineages: readonly string[], since: Date) {
  if (lineages.length === 0) return [];
  return openDrift(tenant)
    .select(['id', 'state_key'])
    .where('last_seen_at', '<=', since)
    .where('lineage', '=', sql<string>`any(${lineages}::text[])`)
    .execute();
}
