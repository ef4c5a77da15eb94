import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Which states there are, what repositories say of them, and what people decided. */
export const stateMapping: Migration = async (db) => {
  await sql`
    create table state_mappings (
      org_id text collate "C" primary key references organizations on delete cascade,
      version integer not null default 0,
      mappings jsonb not null default '[]'
    )`.execute(db);
  await sql`
    create table repository_readings (
      repo_id text collate "C" primary key references repositories on delete cascade,
      org_id text collate "C" not null references organizations on delete cascade,
      sha text,
      read_at timestamptz not null,
      problems jsonb not null,
      claims jsonb not null,
      layout jsonb not null,
      ignore jsonb not null
    )`.execute(db);
  await sql`create index repository_readings_organization on repository_readings (org_id)`.execute(db);
  await sql`
    create table repository_files (
      repo_id text collate "C" not null references repositories on delete cascade,
      path text collate "C" not null,
      org_id text collate "C" not null references organizations on delete cascade,
      directory text collate "C" not null,
      sha text not null,
      version integer not null,
      facts jsonb not null,
      primary key (repo_id, path)
    )`.execute(db);
  await sql`create index repository_files_organization on repository_files (org_id)`.execute(db);
  await sql`
    create table states (
      org_id text collate "C" not null references organizations on delete cascade,
      key text collate "C" not null,
      serial bigint,
      lineage text,
      terraform_version text,
      status text not null check (status in ('read', 'unreadable')),
      code text,
      detail text,
      analysis_id text collate "C" not null,
      analysed_at timestamptz not null,
      primary key (org_id, key)
    )`.execute(db);
};
