import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * Claims to states that an admin accepted. Claims that were made before are accepted by nobody: nothing tells an honest one from one
 * that takes another team's state, so that all of them are proposals until an admin has seen them.
 */
export const acceptedClaims: Migration = async (db) => {
  await sql`
    create table accepted_claims (
      org_id text collate "C" not null references organizations on delete cascade,
      id text collate "C" not null,
      repo_id text collate "C" not null references repositories on delete cascade,
      bucket text not null,
      key text not null,
      is_pattern boolean not null,
      workspaces text,
      priority integer not null,
      accepted_at timestamptz not null default now(),
      primary key (org_id, id)
    )`.execute(db);
  await sql`create index accepted_claims_repository on accepted_claims (repo_id)`.execute(db);
};
