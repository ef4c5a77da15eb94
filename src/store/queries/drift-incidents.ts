import { createHash } from 'node:crypto';
import { sql, type Insertable } from 'kysely';
import type { Resolution } from '../../engine/model/resolution.ts';
import { scoped, type Executor, type Tenant } from '../scope.ts';
import type { Tables } from '../tables.ts';
import type { IncidentRow } from './incidents.ts';
import { inChunks } from './clauses.ts';

/** A drift incident; `version` changes with every update. */
export type KnownIncident = IncidentRow & { version: string };

/** For each drift of these resources of a state: its open incident, or else the one that ended last. */
export async function latestIncidents(tenant: Tenant, lineage: string, resources: readonly string[]) {
  if (resources.length === 0) return [];
  // By stored hashes, so that the planner uses the index whatever its statistics say.
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

/** An incident as of when it was locked. */
export type LockedIncident = Pick<KnownIncident, 'id' | 'status' | 'last_seen_at' | 'version'>;

/**
 * Locks incidents until the transaction ends, and returns those that exist. Lock all that you need at once: they are
 * locked in the order of their ids, so that two transactions never deadlock.
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
 * Opens incidents of one organization; false where one of them is already open. Inserts them in a fixed order, so that
 * two transactions that open the same ones do not deadlock.
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

/** The fields of an incident that change when an analysis finds it again. */
export type SeenIncident = Pick<KnownIncident, 'id' | (typeof SEEN_COLUMNS)[number]> & { last_seen_at: Date };

const SEEN = sql<SeenIncident>`seen (
  id text, repo_id text, severity text, state_key text, region text, account_id text, attributes text[], fingerprint text,
  summary text, details text, times_seen integer, analyses text[], state_serial double precision, state_digest text,
  last_seen_at timestamptz)`;

/** Updates incidents that were found again. Lock them first. */
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

/** An incident with its resolution. */
export type ResolvedIncident = { id: string; resolution: Resolution };

/** A resolution, and the start of the run that found it. */
export type AbsentDrift = ResolvedIncident & { looked_at: Date };

/**
 * Resolves incidents, locked in the order of their ids as by `lockIncidents`. Leaves out incidents that another run saw
 * or resolved while this one waited for their locks. Returns the resolved ones.
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
