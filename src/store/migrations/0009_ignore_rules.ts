import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** What an organization does not want to hear about: one list, replaced as a whole, with a version that grows by one. */
export const ignoreRules: Migration = async (db) => {
  await sql`
    create table ignore_rules (
      org_id text collate "C" primary key references organizations on delete cascade,
      version integer not null default 0,
      rules jsonb not null default '[]'
    )`.execute(db);
};
