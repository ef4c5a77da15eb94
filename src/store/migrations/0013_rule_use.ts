import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Who took what out of an analysis, where each instance lives, and when each ignore rule last had something to do. */
export const ruleUse: Migration = async (db) => {
  await sql`
    alter table coverage
      add column provider text,
      add column region text,
      add column account_id text,
      add column ignored_by jsonb`.execute(db);
  await sql`alter table analyses add column ignore_rules jsonb not null default '[]'`.execute(db);
  await sql`alter table ignore_rules add column usage jsonb not null default '{}'`.execute(db);
};
