import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** The operator sees the latest messages that could not be delivered, whoever's they are. */
export const failedMessages: Migration = async (db) => {
  await sql`create index hook_deliveries_failed on hook_deliveries (id desc) where status = 'failed'`.execute(db);
};
