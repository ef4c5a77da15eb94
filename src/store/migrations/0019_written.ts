import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * The transaction that wrote a vector: whoever keeps vectors in memory keeps the snapshot of its last look with them, and
 * what that snapshot did not see is new. Exact in whatever order transactions end, and writers need not wait for each other.
 */
export const written: Migration = async (db) => {
  await sql`alter table incident_vectors add column written xid8 not null default pg_current_xact_id()`.execute(db);
  await sql`create index incident_vectors_written on incident_vectors (org_id, model, written)`.execute(db);
  await sql`drop index incident_vectors_project`.execute(db);
};
