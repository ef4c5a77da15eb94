import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * What is known of installations beyond events: what they let the App do, and which App saw them, so that another App that
 * does not see them takes them for nothing worse than somebody else's. When each code host was looked at last. Organizations
 * that lost their installation, and those that are being removed: the row of an organization goes last, and what is left of
 * it then is a line that says who wanted it gone.
 */
export const codeHosts: Migration = async (db) => {
  await sql`
    alter table installations
      add column app_id bigint,
      add column permissions jsonb,
      add column trouble jsonb,
      add column sync_wanted integer not null default 0,
      add column sync_done integer not null default 0,
      add column synced_at timestamptz`.execute(db);
  await sql`alter table repositories add column trouble jsonb`.execute(db);
  await sql`
    alter table organizations
      add column uninstalled_at timestamptz,
      add column deleting_at timestamptz`.execute(db);
  await sql`
    update organizations set uninstalled_at = now()
    where account_id is not null and installation_id is null`.execute(db);
  await sql`
    create table code_hosts (
      codehost text primary key,
      due_at timestamptz not null,
      heard_until timestamptz,
      reconciled_at timestamptz
    )`.execute(db);
  await sql`
    create table organization_deletions (
      id text collate "C" primary key,
      organization_id text collate "C" not null constraint organization_deletions_organization_key unique,
      login text not null,
      actor_kind text not null check (actor_kind in ('operator', 'key', 'system')),
      actor_id text collate "C",
      actor_name text,
      actor_hint text,
      request_id text,
      requested_at timestamptz not null default now(),
      finished_at timestamptz
    )`.execute(db);
};
