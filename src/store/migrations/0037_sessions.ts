import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * Who is signed in: as the holder of a key, which ends with it, or as the operator, which ends with another operator key. And
 * links that somebody can sign in with once. Of both only hashes are known.
 */
export const sessions: Migration = async (db) => {
  await sql`
    create table sessions (
      id text collate "C" primary key,
      hash bytea not null constraint sessions_hash_key unique,
      key_id text collate "C" references api_keys on delete cascade,
      operator_hash bytea,
      scopes text[] not null,
      opened_by text collate "C" references sessions on delete cascade,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      last_used_at timestamptz,
      constraint sessions_whose check (num_nonnulls(key_id, operator_hash) = 1)
    )`.execute(db);
  await sql`create index sessions_key on sessions (key_id)`.execute(db);
  await sql`create index sessions_opened_by on sessions (opened_by)`.execute(db);
  await sql`create index sessions_expiry on sessions (expires_at)`.execute(db);
  await sql`
    create table session_links (
      hash bytea primary key,
      key_id text collate "C" references api_keys on delete cascade,
      operator_hash bytea,
      scopes text[] not null,
      opened_by text collate "C" references sessions on delete cascade,
      expires_at timestamptz not null,
      constraint session_links_whose check (num_nonnulls(key_id, operator_hash) = 1)
    )`.execute(db);
  await sql`create index session_links_key on session_links (key_id)`.execute(db);
  await sql`create index session_links_opened_by on session_links (opened_by)`.execute(db);
  await sql`create index session_links_expiry on session_links (expires_at)`.execute(db);
  for (const table of ['audit_events', 'organization_deletions'])
    await sql`
      alter table ${sql.table(table)}
        drop constraint ${sql.ref(`${table}_actor_kind_check`)},
        add constraint ${sql.ref(`${table}_actor_kind_check`)}
          check (actor_kind in ('operator', 'key', 'person', 'system'))`.execute(db);
};
