import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** How much of an organization's waits is asked with every analysis that it asks for. */
export const unfinished: Migration = async (db) => {
  await sql`
    create index analyses_unfinished on analyses (org_id) where status in ('queued', 'running')`.execute(db);
};
