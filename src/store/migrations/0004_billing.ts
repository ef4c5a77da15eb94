import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * Who pays: the payment provider's customer of an organization, its subscriptions, and what the leading one of them
 * comes to, kept with the organization because every answer about it tells.
 */
export const billing: Migration = async (db) => {
  await sql`
    alter table organizations
      add column customer_id text constraint organizations_customer_id_key unique,
      add column plan text,
      add column billing_status text not null default 'none',
      add column current_period_end timestamptz,
      add column cancel_at_period_end boolean not null default false`.execute(db);

  await sql`
    create table subscriptions (
      id text collate "C" primary key,
      org_id text collate "C" not null references organizations on delete cascade,
      customer_id text not null,
      status text not null,
      plan text not null,
      current_period_end timestamptz,
      cancel_at_period_end boolean not null,
      created_at timestamptz not null,
      event_at timestamptz not null,
      revision integer not null default 1
    )`.execute(db);
  await sql`create index subscriptions_organization on subscriptions (org_id)`.execute(db);

  await sql`
    create table billing_events (
      id text collate "C" primary key,
      type text not null,
      created_at timestamptz not null,
      received_at timestamptz not null default now()
    )`.execute(db);
};
