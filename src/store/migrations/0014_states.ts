import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * Results are stored state by state, in any order; and what a running analysis has done is known by state, so that another
 * worker can go on from there.
 */
export const states: Migration = async (db) => {
  for (const table of ['findings', 'coverage']) {
    await sql`alter table ${sql.table(table)} add column state_position integer not null default 0`.execute(db);
    await sql`
      alter table ${sql.table(table)}
        drop constraint ${sql.ref(`${table}_pkey`)},
        add primary key (analysis_id, state_position, position)`.execute(db);
  }
  await sql`
    create table analysis_states (
      analysis_id text collate "C" not null references analyses on delete cascade,
      position integer not null,
      org_id text collate "C" not null references organizations on delete cascade,
      key text not null,
      etag text not null,
      report jsonb not null,
      tally jsonb not null,
      primary key (analysis_id, position)
    )`.execute(db);
  await sql`create index analysis_states_organization on analysis_states (org_id)`.execute(db);
};
