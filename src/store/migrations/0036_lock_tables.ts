import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * Which locks could not be looked at. Repositories with backend blocks are read anew, for the tables of locks that these name: one
 * without a branch is read when its installation is looked at next.
 */
export const lockTables: Migration = async (db) => {
  await sql`alter table cloud_configs add column locks_unread text`.execute(db);
  await sql`update repository_readings set branch = null where claims @> '[{"source": "backend"}]'`.execute(db);
};
