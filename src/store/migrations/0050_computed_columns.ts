import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * Columns in the place of expressions in indexes: under row-level security Postgres looks nothing up by an expression that is not
 * known to be leakproof, such as `md5(resource)`.
 */
export const computedColumns: Migration = async (db) => {
  await sql`
    alter table incidents
      add column resource_md5 text generated always as (md5(resource)) stored,
      add column lineage_md5 text generated always as (md5(lineage)) stored,
      add column began_at timestamptz generated always as (coalesce(first_seen_at, created_at)) stored`.execute(db);
  await sql`drop index incidents_open_drift, incidents_resource, incidents_opened`.execute(db);
  await sql`
    create unique index incidents_open_drift on incidents (org_id, lineage_md5, resource_md5, kind)
      where source = 'drift' and status = 'open'`.execute(db);
  await sql`create index incidents_resource on incidents (resource_md5, org_id)`.execute(db);
  await sql`create index incidents_opened on incidents (org_id, began_at)`.execute(db);

  await sql`
    alter table findings add column resource_md5 text generated always as (md5(resource)) stored`.execute(db);
  await sql`drop index findings_history`.execute(db);
  await sql`create index findings_history on findings (org_id, lineage, resource_md5)`.execute(db);

  await sql`
    alter table repositories
      add column sort_name text collate "C" generated always as (lower(full_name)) stored`.execute(db);
  await sql`drop index repositories_list`.execute(db);
  await sql`create index repositories_list on repositories (org_id, sort_name, id)`.execute(db);
};
