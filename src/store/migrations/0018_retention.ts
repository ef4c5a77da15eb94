import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** How many days an organization keeps incidents that are over; null: for ever. */
export const retention: Migration = async (db) => {
  await sql`
    alter table organizations
      add column incident_retention_days integer check (incident_retention_days > 0)`.execute(db);
};
