import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** The providers that an analysis was made with: `[{source, version, protocol, …}]`, each once, in no order. */
export const providers: Migration = async (db) => {
  await sql`alter table analyses add column providers jsonb not null default '[]'::jsonb`.execute(db);
};
