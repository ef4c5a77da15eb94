import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * The hash first. Where nobody has counted rows, and in the embedded database nobody ever does, an index that begins with the
 * organization looks as good as the primary key for finding one incident, and what checks references goes on with the plan that
 * it made while the table was empty: every vector that was written read all of its organization's incidents.
 */
export const incidentResources: Migration = async (db) => {
  await sql`drop index incidents_resource`.execute(db);
  await sql`create index incidents_resource on incidents (md5(resource), org_id)`.execute(db);
};
