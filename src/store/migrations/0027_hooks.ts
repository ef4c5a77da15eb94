import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * Where organizations want to be told what happens, and what was told. Addresses and signing secrets are sealed with a key that is
 * not in the database; of an address, `url_hint` is what may be shown.
 */
export const hooks: Migration = async (db) => {
  await sql`
    create table hooks (
      id text collate "C" primary key,
      org_id text collate "C" not null references organizations on delete cascade,
      format text not null check (format in ('standard', 'slack')),
      events text[] not null,
      description text,
      enabled boolean not null default true,
      url bytea not null,
      url_hint text not null,
      secret bytea not null,
      previous_secret bytea,
      previous_secret_until timestamptz,
      failing_since timestamptz,
      disabled_reason jsonb,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index hooks_organization on hooks (org_id, id desc)`.execute(db);
  await sql`
    create table hook_deliveries (
      id text collate "C" primary key,
      org_id text collate "C" not null references organizations on delete cascade,
      hook_id text collate "C" not null references hooks on delete cascade,
      event text not null,
      analysis_id text collate "C",
      resolved jsonb,
      body text,
      status text not null check (status in ('waiting', 'delivered', 'failed')),
      attempts integer not null default 0,
      replays integer not null default 0,
      response_status integer,
      duration_ms integer,
      excerpt text,
      error jsonb,
      created_at timestamptz not null default now(),
      last_attempt_at timestamptz,
      next_attempt_at timestamptz
    )`.execute(db);
  await sql`create index hook_deliveries_hook on hook_deliveries (hook_id, id desc)`.execute(db);
  await sql`create index hook_deliveries_organization on hook_deliveries (org_id, status)`.execute(db);
  await sql`create index hook_deliveries_due on hook_deliveries (next_attempt_at) where status = 'waiting'`.execute(db);
  await sql`create index hook_deliveries_age on hook_deliveries (created_at)`.execute(db);
};
