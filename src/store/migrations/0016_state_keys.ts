import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** The KMS key that OpenTofu encrypts an organization's states with: its name, never the key. */
export const stateKeys: Migration = async (db) => {
  await sql`alter table cloud_configs add column state_key_arn text`.execute(db);
};
