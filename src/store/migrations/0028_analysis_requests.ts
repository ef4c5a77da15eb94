import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * Why analyses were made: each of the requests that an analysis answers. `key` names what was asked for, so that an event that
 * arrives twice is one request; of those that were dropped any number may have the same.
 */
export const analysisRequests: Migration = async (db) => {
  await sql`
    create table analysis_requests (
      id text collate "C" primary key,
      org_id text collate "C" not null references organizations on delete cascade,
      analysis_id text collate "C" not null references analyses on delete cascade,
      repo_id text collate "C",
      trigger jsonb not null,
      key text,
      seen_at timestamptz,
      dropped_as text check (dropped_as in ('superseded', 'closed')),
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create unique index analysis_requests_key on analysis_requests (org_id, key) where dropped_as is null`.execute(db);
  await sql`create index analysis_requests_analysis on analysis_requests (analysis_id)`.execute(db);
  await sql`create index analysis_requests_repository on analysis_requests (org_id, repo_id, id desc)`.execute(db);
  // Those that wait were asked for by somebody, who is not to lose them to others that join.
  await sql`
    insert into analysis_requests (id, org_id, analysis_id, repo_id, trigger, created_at)
    select 'req' || substr(id, 3), org_id, id, repo_id, trigger, created_at
    from analyses where status in ('queued', 'running')`.execute(db);
};
