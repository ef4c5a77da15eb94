import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * What became of the calls of an analysis at the cloud. Each of its runs has rows of its own: an analysis that is taken up again
 * goes on calling, and what the run before had called stays called.
 */
export const calls: Migration = async (db) => {
  await sql`
    create table analysis_calls (
      analysis_id text collate "C" not null references analyses on delete cascade,
      run_at timestamptz not null,
      account text collate "C" not null,
      region text collate "C" not null,
      service text collate "C" not null,
      action text collate "C" not null,
      org_id text collate "C" not null references organizations on delete cascade,
      permissions text[] not null,
      calls bigint not null,
      saved bigint not null,
      throttled bigint not null,
      refused bigint not null,
      failed bigint not null,
      primary key (analysis_id, run_at, account, region, service, action)
    )`.execute(db);
  await sql`create index analysis_calls_organization on analysis_calls (org_id)`.execute(db);
};
