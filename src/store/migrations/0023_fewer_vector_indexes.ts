import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * One index by organization is enough, and two are too many: a database without figures about its tables, as the embedded one
 * is, takes the second for as good as the primary key, and goes through a whole organization for each incident.
 */
export const fewerVectorIndexes: Migration = async (db) => {
  await sql`drop index incident_vectors_written`.execute(db);
};
