import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * What code hosts have delivered. Rows of the instance: whose organization a delivery is about is known only when it is
 * processed. The payload is gzip already, so the database need not try to compress it.
 */
export const webhookDeliveries: Migration = async (db) => {
  await sql`
    create table webhook_deliveries (
      id text collate "C" primary key,
      codehost text not null,
      delivery_id text not null,
      event text not null,
      action text,
      installation_id bigint,
      status text not null check (status in ('received', 'processed', 'ignored', 'dead')),
      attempts integer not null default 0,
      replays integer not null default 0,
      last_error jsonb,
      sent_at timestamptz not null,
      received_at timestamptz not null default now(),
      processed_at timestamptz,
      payload bytea,
      constraint webhook_deliveries_delivery_id_key unique (codehost, delivery_id)
    )`.execute(db);
  await sql`alter table webhook_deliveries alter column payload set storage external`.execute(db);
  await sql`create index webhook_deliveries_status on webhook_deliveries (status, id desc)`.execute(db);
  await sql`create index webhook_deliveries_age on webhook_deliveries (received_at)`.execute(db);
};
