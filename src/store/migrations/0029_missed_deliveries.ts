import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Deliveries that failed at the code host, until they were taken in or are too old to be asked for again. */
export const missedDeliveries: Migration = async (db) => {
  await sql`
    create table missed_deliveries (
      codehost text not null,
      delivery_id text not null,
      try_id text not null,
      seen_at timestamptz not null default now(),
      asks integer not null default 0,
      due_at timestamptz not null default now(),
      primary key (codehost, delivery_id)
    )`.execute(db);
  await sql`create index missed_deliveries_due on missed_deliveries (codehost, due_at)`.execute(db);
  await sql`alter table organizations add column installation_asked_at timestamptz`.execute(db);
};
