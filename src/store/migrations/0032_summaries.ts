import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** What a model wrote of an organization's findings, by what it was asked, so that the same is not asked again. */
export const summaries: Migration = async (db) => {
  await sql`
    create table summaries (
      org_id text collate "C" not null references organizations on delete cascade,
      fingerprint text collate "C" not null,
      text text not null,
      written_at timestamptz not null,
      primary key (org_id, fingerprint)
    )`.execute(db);
  await sql`create index summaries_written on summaries (written_at)`.execute(db);
};
