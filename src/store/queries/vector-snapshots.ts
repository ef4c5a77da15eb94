import { sql } from 'kysely';
import type { Tenant } from '../scope.ts';

/** A moment of a database server's run: the run's start, and a snapshot that later commits are not visible in. */
export type Snapshot = string;

export const currentSnapshot = sql<Snapshot>`extract(epoch from pg_postmaster_start_time())::text || ' ' || pg_current_snapshot()::text`;

/** Rows written since a snapshot: by transactions that were open then, and by later ones. */
export function isUnseenBy(snapshot: Snapshot) {
  const ofServer = snapshot.slice(snapshot.indexOf(' ') + 1);
  return sql<boolean>`written >= pg_snapshot_xmin(${ofServer}::pg_snapshot)
    and not pg_visible_in_snapshot(written, ${ofServer}::pg_snapshot)`;
}

type OfModel = { model: string; since?: Snapshot | undefined };

/**
 * Vectors of a model, written since a snapshot or all. The snapshot filter runs first: without statistics, as in the
 * embedded database, the planner would otherwise read all of the organization's.
 */
function writtenSince(tenant: Tenant, { model, since }: OfModel) {
  const own = tenant.select('incident_vectors').selectAll();
  const rows = since === undefined ? own : own.where(isUnseenBy(since)).offset(0);
  return tenant.db.selectFrom(rows.as('written_vectors')).where('model', '=', model);
}

/** Whether vectors of a model were written since a snapshot, and the current snapshot. Deletions do not show. */
export async function hasNewVectors(tenant: Tenant, which: { model: string; since: Snapshot }) {
  const rows = writtenSince(tenant, which).select(sql<number>`1`.as('one'));
  const { snapshot, unseen } = await tenant.db
    .selectNoFrom((is) => [currentSnapshot.as('snapshot'), is.exists(rows).as('unseen')])
    .executeTakeFirstOrThrow();
  return { snapshot, unseen: Boolean(unseen) };
}

/**
 * Whether two snapshots are of the same run of the same server. Otherwise they cannot be compared: when a server
 * restarts, or another replaces it, transactions may be lost and their numbers reused.
 */
export function sameServer(one: Snapshot, other: Snapshot): boolean {
  return one.slice(0, one.indexOf(' ')) === other.slice(0, other.indexOf(' '));
}

/** The number of a model's vectors, and their dimension; undefined where there are none. */
export async function countVectors(tenant: Tenant, model: string) {
  const own = () => tenant.select('incident_vectors').where('model', '=', model);
  const one = own()
    .select(sql<number>`vector_dims(embedding)`.as('dimensions'))
    .where('embedding', 'is not', null)
    .limit(1);
  const { dimensions, ...found } = await own()
    .select([currentSnapshot.as('snapshot'), sql<number>`count(*)::int`.as('count'), one.as('dimensions')])
    .executeTakeFirstOrThrow();
  return { ...found, dimensions: dimensions ?? undefined };
}

/**
 * Renumbers rows that came from a dump. Their transaction numbers are another server's and may lie ahead of this one's,
 * so that they would count as new forever.
 */
export async function renumberVectors(tenant: Tenant): Promise<void> {
  await tenant
    .update('incident_vectors')
    .set({ written: sql`pg_current_xact_id()` })
    .where(sql<boolean>`written >= pg_snapshot_xmax(pg_current_snapshot())`)
    .execute();
}

export type StoredVector = { id: string; repo_id: string | null; date: string; vector: Float32Array | undefined };

/** Vectors of a model, written since a snapshot or all, by incident, one page at a time. */
export async function readVectors(
  tenant: Tenant,
  { after, limit, ...which }: OfModel & { after: string; limit: number },
): Promise<StoredVector[]> {
  const rows = await writtenSince(tenant, which)
    .select([
      'incident_id',
      'repo_id',
      'date',
      sql<string | null>`encode(vector_send(embedding), 'base64')`.as('bytes'),
    ])
    .where('incident_id', '>', after)
    .orderBy('incident_id')
    .limit(limit)
    .execute();
  return rows.map(({ incident_id: id, repo_id, date, bytes }) => ({
    id,
    repo_id,
    date,
    vector: bytes === null ? undefined : sentVector(Buffer.from(bytes, 'base64')),
  }));
}

/** Parses pgvector's wire format, big-endian: the dimension (16 bits), 16 unused bits, then floats. */
function sentVector(bytes: Buffer): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const vector = new Float32Array(view.getUint16(0));
  for (let i = 0; i < vector.length; i += 1) vector[i] = view.getFloat32(4 + i * 4);
  return vector;
}

export async function idsOfVectors(tenant: Tenant, model: string): Promise<Set<string>> {
  const rows = await tenant
    .select('incident_vectors')
    .select('incident_id')
    .where('model', '=', model)
    .where('embedding', 'is not', null)
    .execute();
  return new Set(rows.map(({ incident_id }) => incident_id));
}
