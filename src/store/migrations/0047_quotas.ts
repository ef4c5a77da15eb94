import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * What the operator allows an organization to have where that is not the instance's default; and what each analysis came to, so that
 * it need not be added up again.
 */
export const quotas: Migration = async (db) => {
  await sql`
    create table organization_quotas (
      org_id text collate "C" not null references organizations on delete cascade,
      resource text not null,
      quota bigint not null check (quota >= 0),
      primary key (org_id, resource))`.execute(db);
  await sql`
    alter table analyses
      add column stored_bytes bigint not null default 0,
      add column incidents_omitted integer not null default 0`.execute(db);
  await sql`
    create index analyses_stored_bytes on analyses (org_id) include (stored_bytes) where stored_bytes > 0`.execute(db);
};
