import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * Whose installations of the code host's App there are and were, and what orders the events about organizations and
 * repositories: events arrive late, twice and out of order, so each fact carries the moment that it is from.
 */
export const installations: Migration = async (db) => {
  await sql`
    create table installations (
      codehost text not null,
      id bigint not null,
      account_id bigint not null,
      status text not null check (status in ('active', 'suspended', 'deleted')),
      status_at timestamptz not null,
      status_sent_at timestamptz not null,
      primary key (codehost, id)
    )`.execute(db);
  await sql`create index installations_account on installations (codehost, account_id)`.execute(db);
  await sql`
    alter table organizations
      add column account_id bigint constraint organizations_account_id_key unique,
      add column login_at timestamptz,
      add column suspended_at timestamptz`.execute(db);
  await sql`
    alter table repositories
      add column facts_at timestamptz,
      add column facts_sent_at timestamptz,
      add column deleted boolean not null default false,
      add column access_at timestamptz,
      add column access_sent_at timestamptz,
      add column accessible boolean not null default true`.execute(db);
  await sql`create index repositories_external_id on repositories (codehost, external_id)`.execute(db);
};
