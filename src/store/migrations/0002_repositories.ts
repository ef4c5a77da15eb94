import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * The code host's own number identifies a repository, within an organization: a repository that moves to another one
 * begins anew there, and what was learned about it stays with the organization that learned it.
 */
export const repositories: Migration = async (db) => {
  await sql`
    create table repositories (
      id text collate "C" primary key,
      org_id text collate "C" not null references organizations on delete cascade,
      codehost text not null,
      external_id bigint not null,
      full_name text not null check (full_name <> ''),
      private boolean not null,
      archived boolean not null default false,
      default_branch text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      removed_at timestamptz,
      constraint repositories_external_id_key unique (org_id, codehost, external_id)
    )`.execute(db);
  await sql`
    create index repositories_list on repositories (org_id, (lower(full_name) collate "C"), id)
    where removed_at is null`.execute(db);
  await sql`create index analyses_repository on analyses (org_id, repo_id, id desc) where repo_id is not null`.execute(
    db,
  );
};
