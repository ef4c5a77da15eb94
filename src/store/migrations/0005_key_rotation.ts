import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** A key knows the one that took its place, and the one whose place it took; a key is replaced once. */
export const keyRotation: Migration = async (db) => {
  await sql`
    alter table api_keys
      add column replaces text collate "C" constraint api_keys_replaces_key unique,
      add column rotated_to text collate "C"`.execute(db);
};
