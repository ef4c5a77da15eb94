import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Whether an organization's settings were ever tried out and worked: whoever sets one up is told what is missing. */
export const verified: Migration = async (db) => {
  await sql`alter table cloud_configs add column verified_at timestamptz`.execute(db);
};
