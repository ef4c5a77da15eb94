import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * Who accepted that an organization's role can be assumed without its external id, and why: such a role is not used otherwise. And
 * when an incident was stored here, which no import can say otherwise: which of several with one id was there first.
 */
export const acceptedRolesAndIncidentOrder: Migration = async (db) => {
  await sql`alter table cloud_configs add column external_id_override jsonb`.execute(db);
  await sql`alter table incidents add column stored_at timestamptz not null default now()`.execute(db);
};
