import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Whether an organization has the values of its secrets read; nobody's are unless somebody says so. */
export const secretValues: Migration = async (db) => {
  await sql`alter table cloud_configs add column secret_values boolean not null default false`.execute(db);
};
