import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * How often an organization is analysed by itself, and when next. Without a time it gets one at the first look. What an
 * analysis saw of its states before it opened them tells whether they have changed since.
 */
export const schedules: Migration = async (db) => {
  await sql`
    alter table cloud_configs
      add column schedule text not null default '24h' check (schedule in ('off', '1h', '6h', '24h')),
      add column next_run_at timestamptz,
      add column last_skipped jsonb`.execute(db);
  await sql`create index cloud_configs_due on cloud_configs (next_run_at) where schedule <> 'off'`.execute(db);
  await sql`alter table analyses add column source_digest text`.execute(db);
};
