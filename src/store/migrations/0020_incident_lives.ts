import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * Incidents that analyses open. Addresses and lineages are looked up by their hash: either may be longer than an index row can be.
 * References to incidents are texts only: an incident may be forgotten at any time, and what spoke of it stays.
 */
export const incidentLives: Migration = async (db) => {
  await sql`
    alter table incidents
      drop constraint incidents_source_check,
      add check (source in ('manual', 'drift')),
      add column kind text check (kind in ('changed', 'deleted')),
      add column severity text check (severity in ('critical', 'high', 'medium', 'low', 'none')),
      add column lineage text,
      add column state_key text,
      add column region text,
      add column account_id text,
      add column attributes text[] not null default '{}',
      add column fingerprint text,
      add column first_seen_at timestamptz,
      add column last_seen_at timestamptz,
      add column resolved_at timestamptz,
      add column resolution text
        check (resolution in ('reverted', 'codified', 'removed_from_state', 'ignored', 'superseded')),
      add column times_seen integer not null default 0,
      add column analyses text[] not null default '{}',
      add column opened_by text collate "C",
      add column previous_id text collate "C",
      add column state_serial double precision,
      add column state_digest text`.execute(db);
  await sql`
    create unique index incidents_open_drift on incidents (org_id, md5(lineage), md5(resource), kind)
      where source = 'drift' and status = 'open'`.execute(db);
  await sql`create index incidents_resource on incidents (org_id, md5(resource))`.execute(db);
  await sql`
    create index incidents_previous on incidents (org_id, previous_id) where previous_id is not null`.execute(db);
  await sql`
    create index incidents_opened_by on incidents (org_id, opened_by) where opened_by is not null`.execute(db);

  await sql`alter table findings add column incident_id text collate "C"`.execute(db);

  await sql`
    create table incident_endings (
      analysis_id text collate "C" not null references analyses on delete cascade,
      state_position integer not null,
      org_id text collate "C" not null,
      incident_id text collate "C" not null,
      resolution text not null
        check (resolution in ('reverted', 'codified', 'removed_from_state', 'ignored', 'superseded')),
      looked_at timestamptz not null,
      primary key (analysis_id, state_position, incident_id),
      foreign key (org_id, incident_id) references incidents (org_id, id) on delete cascade
    )`.execute(db);
  await sql`create index incident_endings_incident on incident_endings (org_id, incident_id)`.execute(db);
};
