import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** What the last look at each state came to. Of states that were looked at before it is made of what that analysis stored. */
export const stateLooks: Migration = async (db) => {
  await sql`
    alter table states
      add column counts jsonb,
      add column severity text check (severity in ('critical', 'high', 'medium', 'low', 'none'))`.execute(db);
  await sql`
    with verdicts as (
      select coverage.org_id, analysis_id, state_key, verdict, count(*) as count
      from coverage where analysis_id in (select analysis_id from states)
      group by coverage.org_id, analysis_id, state_key, verdict
    ), looks as (
      select org_id, analysis_id, state_key,
        jsonb_build_object('resources', 0, 'in_sync', 0, 'changed', 0, 'deleted', 0, 'suspect', 0,
          'unreadable', 0, 'unsupported', 0, 'skipped', 0)
        || jsonb_build_object('resources', sum(count)) || jsonb_object_agg(verdict, count) as counts
      from verdicts group by org_id, analysis_id, state_key
    ), worst as (
      select org_id, analysis_id, document->>'state_key' as state_key,
        min(array_position(array['critical', 'high', 'medium', 'low', 'none'], severity)) as rank
      from findings where analysis_id in (select analysis_id from states)
      group by org_id, analysis_id, document->>'state_key'
    )
    update states set
      counts = looks.counts,
      severity = (array['critical', 'high', 'medium', 'low', 'none'])[coalesce((
        select rank from worst
        where worst.org_id = looks.org_id and worst.analysis_id = looks.analysis_id and worst.state_key = looks.state_key
      ), 5)]
    from looks
    where looks.org_id = states.org_id and looks.analysis_id = states.analysis_id and looks.state_key = states.key
      and states.status = 'read'`.execute(db);
};
