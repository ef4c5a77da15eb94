import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * A row without a vector says that its model found no words in the incident: so every incident has one row of each model
 * that has looked at all of them.
 */
export const embeddings: Migration = async (db) => {
  await sql`alter table incident_vectors alter column embedding drop not null`.execute(db);
};
