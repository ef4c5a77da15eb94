import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * The earlier incidents that one was like when it was opened, by rank. Rows go with either of the two, so that one that is
 * forgotten is gone here too; nothing else of it is kept.
 */
export const similarIncidents: Migration = async (db) => {
  await sql`
    create table similar_incidents (
      org_id text collate "C" not null,
      incident_id text collate "C" not null,
      similar_id text collate "C" not null,
      rank smallint not null,
      similarity double precision not null,
      primary key (org_id, incident_id, similar_id),
      foreign key (org_id, incident_id) references incidents (org_id, id) on delete cascade,
      foreign key (org_id, similar_id) references incidents (org_id, id) on delete cascade
    )`.execute(db);
  await sql`create index similar_incidents_similar on similar_incidents (org_id, similar_id)`.execute(db);
};
