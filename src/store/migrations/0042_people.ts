import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** People who signed in at the code host: who they are there, and what it let them see of which organizations. */
export const people: Migration = async (db) => {
  await sql`
    alter table sessions
      add column codehost text,
      add column login text,
      drop constraint sessions_whose,
      add constraint sessions_whose check (num_nonnulls(key_id, operator_hash, login) = 1),
      add constraint sessions_person check ((codehost is null) = (login is null))`.execute(db);
  await sql`
    create table session_organizations (
      session_id text collate "C" not null references sessions on delete cascade,
      org_id text collate "C" not null references organizations on delete cascade,
      installation_id bigint not null,
      scopes text[] not null,
      repositories text[],
      primary key (session_id, org_id)
    )`.execute(db);
  await sql`create index session_organizations_org on session_organizations (org_id, session_id)`.execute(db);
};
