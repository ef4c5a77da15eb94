import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** What differs on an instance without being drift: `[{path, stage, why}]`; null where nothing does. */
export const suppressed: Migration = async (db) => {
  await sql`alter table coverage add column suppressed jsonb`.execute(db);
};
