import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * What was written at code hosts, so that it is found again and brought up to date; who writes there now; and what
 * organizations want to have written.
 */
export const publications: Migration = async (db) => {
  await sql`
    alter table organizations
      add column check_fails_at text check (check_fails_at in ('critical', 'high', 'medium', 'low')),
      add column drift_issues boolean not null default false`.execute(db);
  await sql`
    create table publications (
      org_id text collate "C" not null references organizations on delete cascade,
      repo_id text collate "C" not null references repositories on delete cascade,
      kind text not null check (kind in ('check', 'comment', 'issue')),
      subject text collate "C" not null,
      external_id bigint,
      analysis_id text collate "C",
      status text not null,
      digest text,
      newest_incident text collate "C",
      updated_at timestamptz not null default now(),
      primary key (org_id, repo_id, kind, subject)
    )`.execute(db);
  await sql`create index publications_repository on publications (repo_id)`.execute(db);
  await sql`
    create table publication_leases (
      org_id text collate "C" not null references organizations on delete cascade,
      repo_id text collate "C" not null references repositories on delete cascade,
      thread text collate "C" not null,
      leased_by text not null,
      leased_until timestamptz not null,
      primary key (org_id, repo_id, thread)
    )`.execute(db);
  await sql`create index publication_leases_repository on publication_leases (repo_id)`.execute(db);
};
