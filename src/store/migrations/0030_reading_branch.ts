import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** The branch that was read, so that repositories with another default one since are read again. */
export const readingBranch: Migration = async (db) => {
  await sql`alter table repository_readings add column branch text`.execute(db);
};
