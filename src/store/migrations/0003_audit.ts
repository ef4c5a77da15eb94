import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Who changed what, and when. Rows are only ever added; they go with their organization. */
export const audit: Migration = async (db) => {
  await sql`
    create table audit_events (
      id text collate "C" primary key,
      org_id text collate "C" not null references organizations on delete cascade,
      at timestamptz not null default now(),
      actor_kind text not null check (actor_kind in ('operator', 'key', 'system')),
      actor_id text collate "C",
      actor_name text,
      actor_hint text,
      action text not null,
      target_kind text not null,
      target_id text collate "C" not null,
      detail jsonb not null default '{}',
      request_id text
    )`.execute(db);
  await sql`create index audit_events_list on audit_events (org_id, id desc)`.execute(db);
};
