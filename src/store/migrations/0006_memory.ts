import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * Ids of incidents may be given by whoever writes them, so they are unique within their organization only.
 *
 * Vectors lie apart from the texts, with what recall filters and sorts by, so that ranking reads nothing else; one row a
 * model, since those of two models cannot be compared. Their column has no number of dimensions: that is the model's.
 * They stay in the row (`toast_tuple_target`) instead of being fetched from aside one by one.
 */
export const memory: Migration = async (db) => {
  await sql`
    create table incidents (
      org_id text collate "C" not null references organizations on delete cascade,
      id text collate "C" not null check (id <> ''),
      repo_id text collate "C" references repositories,
      resource text not null check (resource <> ''),
      type text,
      summary text not null check (summary <> ''),
      details text,
      date date not null,
      status text not null check (status in ('open', 'resolved')),
      source text not null check (source in ('manual')),
      created_at timestamptz not null default now(),
      constraint incidents_pkey primary key (org_id, id)
    )`.execute(db);
  await sql`create index incidents_list on incidents (org_id, date desc, id desc)`.execute(db);

  await sql`
    create table incident_vectors (
      org_id text collate "C" not null,
      incident_id text collate "C" not null,
      model text collate "C" not null,
      repo_id text collate "C",
      date date not null,
      embedding vector not null,
      primary key (org_id, incident_id, model),
      foreign key (org_id, incident_id) references incidents (org_id, id) on delete cascade
    ) with (toast_tuple_target = 8160)`.execute(db);
  await sql`create index incident_vectors_project on incident_vectors (org_id, model, repo_id)`.execute(db);
};
