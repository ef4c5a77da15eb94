import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * How accounts beside the role's own are reached: the name of the role in each of them, and which accounts may be reached at
 * all (null: any). And what no state holds of its providers: `{"aws.west": {default_tags, ignore_tags}}`.
 */
export const accounts: Migration = async (db) => {
  await sql`
    alter table cloud_configs
      add column account_role_arn text,
      add column accounts jsonb,
      add column provider_settings jsonb`.execute(db);
};
