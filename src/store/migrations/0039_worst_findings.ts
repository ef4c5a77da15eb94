import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Lists of findings begin with the worst, and go on at any place of an analysis that may have very many. */
export const worstFindings: Migration = async (db) => {
  await sql`
    create index findings_worst on findings (
      analysis_id,
      array_position('{critical,high,medium,low,none}'::text[], severity),
      state_position,
      position
    )`.execute(db);
};
