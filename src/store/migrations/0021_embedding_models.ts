import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * Which models are in use, so that the vectors of others can be removed after a while, and which process makes those that
 * are missing. What was written since a look is found whichever model it was written with.
 */
export const embeddingModels: Migration = async (db) => {
  await sql`
    create table embedding_models (
      model text collate "C" primary key,
      used_at timestamptz not null default now(),
      leased_by text,
      leased_until timestamptz
    )`.execute(db);
  await sql`insert into embedding_models (model) select distinct model from incident_vectors`.execute(db);
  await sql`create index incident_vectors_news on incident_vectors (org_id, written)`.execute(db);
};
