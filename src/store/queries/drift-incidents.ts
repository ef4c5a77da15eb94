import { createHash } from 'node:crypto';
import { sql, type Insertable } from 'kysely';
import type { Resolution } from '../../engine/model/analysis.ts';
import { scoped, type Executor, type Tenant } from '../scope.ts';
import type { Tables } from '../tables.ts';
import type { IncidentRow } from './incidents.ts';
import { inChunks } from './clauses.ts';

/** An incident of drift as it is read: `version` is another one after every change. */
export type KnownIncident = IncidentRow & { version: string };

/** Of each drift of these resources of a state the incident that is open or, where none is, the one that ended last. */
export async function latestIncidents(tenant: Tenant, lineage: string, resources: readonly string[]) {
  if (resources.length === 0) return [];
  // By hashes that are there already: so the index serves, whatever the database knows of the table.
  const hashes = resources.map((resource) => createHash('md5').update(resource).digest('hex'));
  return tenant
    .select('incidents')
    .where(sql<boolean>`resource_md5 = any(${hashes}::text[])`)
    .where('resource', '=', sql<string>`any(${resources}::text[])`)
    .where('source', '=', 'drift')
    .where('lineage', '=', lineage)
    .distinctOn(['incidents.resource', 'incidents.kind'])
    .selectAll('incidents')
    .select(sql<string>`incidents.xmin::text`.as('version'))
    .orderBy('incidents.resource')
    .orderBy('incidents.kind')
    .orderBy('incidents.status')
    .orderBy('incidents.resolved_at', (order) => order.desc().nullsLast())
    .orderBy('incidents.id', 'desc')
    .execute();
}

/** An incident as it is when it is locked. */
export type LockedIncident = Pick<KnownIncident, 'id' | 'status' | 'last_seen_at' | 'version'>;

/**
 * Keeps others from changing incidents until the transaction ends, and answers those that are there. Whoever needs several locks them
 * all at once, in the order of their ids: so two transactions never wait for each other.
 */
export async function lockIncidents(tenant: Tenant, ids: readonly string[]): Promise<Map<string, LockedIncident>> {
  if (ids.length === 0) return new Map();
  const found = await tenant
    .select('incidents')
    .select(['id', 'status', 'last_seen_at', sql<string>`xmin::text`.as('version')])
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return new Map(found.map((one) => [one.id, one]));
}

/**
 * Opens incidents, all of one organization; false where one of them is open already. In an order that everybody keeps to: two
 * that open the same ones at once wait for each other in one direction only.
 */
export async function openIncidents(trx: Executor, rows: readonly Insertable<Tables['incidents']>[]): Promise<boolean> {
  const keyOf = ({ resource, kind }: Insertable<Tables['incidents']>) => `${resource} ${kind ?? ''}`;
  const ordered = rows
    .map((row) => ({ key: keyOf(row), row }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ row }) => row);
  let opened = 0;
  await inChunks(ordered, async (chunk, orgId) => {
    const query = scoped(trx, { org_id: orgId })
      .insert('incidents', chunk)
      .onConflict((conflict) => conflict.doNothing());
    opened += (await query.returning('id').execute()).length;
  });
  return opened === rows.length;
}

const SEEN_COLUMNS = [
  'repo_id',
  'severity',
  'state_key',
  'region',
  'account_id',
  'attributes',
  'fingerprint',
  'summary',
  'details',
  'times_seen',
  'analyses',
  'state_serial',
  'state_digest',
  'last_seen_at',
] as const;

/** What changes about an incident that is found again. */
export type SeenIncident = Pick<KnownIncident, 'id' | (typeof SEEN_COLUMNS)[number]> & { last_seen_at: Date };

const SEEN = sql<SeenIncident>`seen (
  id text, repo_id text, severity text, state_key text, region text, account_id text, attributes text[], fingerprint text,
  summary text, details text, times_seen integer, analyses text[], state_serial double precision, state_digest text,
  last_seen_at timestamptz)`;

/** Updates incidents that were seen again. Lock them before. */
export async function updateSeen(tenant: Tenant, rows: readonly SeenIncident[]): Promise<void> {
  if (rows.length === 0) return;
  const seen = sql<SeenIncident>`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)`.as<'seen'>(SEEN);
  await tenant
    .update('incidents')
    .from(seen)
    .whereRef('incidents.id', '=', 'seen.id')
    .set((from) => Object.fromEntries(SEEN_COLUMNS.map((column) => [column, from.ref(`seen.${column}`)])))
    .execute();
}

/** How an incident ended. */
export type ResolvedIncident = { id: string; resolution: Resolution };

/** A resolution, and when the run began that found it. */
export type AbsentDrift = ResolvedIncident & { looked_at: Date };

/**
 * Ends incidents, locked in the order of their ids as `lockIncidents` does; without those that somebody saw, or found over, while
 * they were waited for. Answers the resolved ones.
 */
export async function resolveIncidents(
  tenant: Tenant,
  absent: readonly AbsentDrift[],
  at: Date,
): Promise<ResolvedIncident[]> {
  if (absent.length === 0) return [];
  const rows = sql<AbsentDrift>`jsonb_to_recordset(${JSON.stringify(absent)}::jsonb)`.as<'absent'>(
    sql`absent (id text, resolution text, looked_at timestamptz)`,
  );
  const over = tenant
    .select('incidents')
    .innerJoin(rows, 'absent.id', 'incidents.id')
    .where('incidents.status', '=', 'open')
    .whereRef('incidents.last_seen_at', '<=', 'absent.looked_at')
    .select(['incidents.id', 'absent.resolution'])
    .orderBy('incidents.id')
    .forNoKeyUpdate('incidents');
  return tenant
    .update('incidents')
    .from(over.as('over'))
    .whereRef('incidents.id', '=', 'over.id')
    .set((from) => ({ status: 'resolved', resolved_at: at, resolution: from.ref('over.resolution') }))
    .returning(['over.id', 'over.resolution'])
    .execute();
}
