import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * What began or ended lately is found without looking at all that ever was. The first is of all incidents: of an expression only such an
 * index has statistics that are heeded.
 */
export const changedIncidents: Migration = async (db) => {
  await sql`
    create index incidents_opened on incidents (org_id, coalesce(first_seen_at, created_at))`.execute(db);
  await sql`
    create index incidents_resolved on incidents (org_id, resolved_at)
      where source = 'drift' and resolved_at is not null`.execute(db);
};
