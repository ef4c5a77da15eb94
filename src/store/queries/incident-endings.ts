import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { Executor, OrgScope } from '../scope.ts';
import { scoped } from '../scope.ts';
import type { IncidentEndingTable } from '../tables-memory.ts';
import type { Run } from './analyses.ts';
import { inChunks } from './chunks.ts';
import type { EndedIncident } from './drift-incidents.ts';

/** Notes how incidents will have ended when the analysis has. */
export async function insertEndings(trx: Executor, rows: Insertable<IncidentEndingTable>[]): Promise<void> {
  await inChunks(rows, (chunk, orgId) => scoped(trx, { org_id: orgId }).insert('incident_endings', chunk).execute());
}

/** One state of an analysis whose results are all stored. */
export type DoneLineage = { position: number; lineage: string };

/** Notes for a state that is done that its open incidents end whose resource it does not hold any more. */
export async function endRemoved(
  trx: Executor,
  scope: OrgScope,
  run: Run,
  { position, lineage }: DoneLineage,
): Promise<void> {
  const gone = await scoped(trx, scope)
    .select('incidents')
    .select('id')
    .where('source', '=', 'drift')
    .where('status', '=', 'open')
    .where(sql<boolean>`md5(lineage) = md5(${lineage})`)
    .where('lineage', '=', lineage)
    .where((is) =>
      is.not(
        is.exists(
          scoped(trx, scope)
            .select('coverage')
            .select('position')
            .where('analysis_id', '=', run.id)
            .where('state_position', '=', position)
            .where(sql<boolean>`coverage.resource = incidents.resource`),
        ),
      ),
    )
    // In the order in which everybody locks them: a row that refers to one locks it, too.
    .orderBy('id')
    .forKeyShare()
    .execute();
  await insertEndings(
    trx,
    gone.map(({ id }) => ({
      analysis_id: run.id,
      state_position: position,
      org_id: scope.org_id,
      incident_id: id,
      resolution: 'removed_from_state',
      looked_at: run.started_at,
    })),
  );
}

/** A state that an analysis listed: where it stood among the others, and whose it is, where it could be read. */
export type ListedState = { position: number; key: string; lineage: string | null };

const listedStates = (states: readonly ListedState[]) =>
  sql<ListedState>`jsonb_to_recordset(${JSON.stringify(states)}::jsonb)`.as<'home'>(
    sql`home (position integer, key text, lineage text)`,
  );

/**
 * The open incidents that are over by what an analysis noted: those that it did not find itself, nor anybody else since it looked.
 * Of copies of a state the word counts of the one in which the drift was seen last, whether it could be read or not; of others
 * only where that one is gone from a `complete` list. Locks them.
 */
export async function endingsOf(
  trx: Executor,
  scope: OrgScope,
  analysisId: string,
  { states, complete }: { states: readonly ListedState[]; complete: boolean },
): Promise<EndedIncident[]> {
  const rows = await scoped(trx, scope)
    .select('incidents')
    .innerJoin('incident_endings', (join) =>
      join.onRef('incident_endings.org_id', '=', 'incidents.org_id').onRef('incident_id', '=', 'incidents.id'),
    )
    .leftJoin(listedStates(states), (join) =>
      join
        .onRef('home.key', '=', 'incidents.state_key')
        .on((is) => is.or([is('home.lineage', 'is', null), is('home.lineage', '=', is.ref('incidents.lineage'))])),
    )
    .where('incident_endings.analysis_id', '=', analysisId)
    .where('incidents.status', '=', 'open')
    .whereRef('incidents.last_seen_at', '<=', 'incident_endings.looked_at')
    .where((is) =>
      is.or([
        is('home.position', '=', is.ref('incident_endings.state_position')),
        ...(complete ? [is('home.position', 'is', null)] : []),
      ]),
    )
    .where((is) =>
      is.not(
        is.exists(
          scoped(trx, scope)
            .select('findings')
            .select('position')
            .where('findings.analysis_id', '=', analysisId)
            .where(sql<boolean>`findings.incident_id = incidents.id`),
        ),
      ),
    )
    .select(['incidents.id', 'incident_endings.resolution'])
    .orderBy('incidents.id')
    .orderBy('incident_endings.state_position')
    .forNoKeyUpdate('incidents')
    .execute();
  return rows.filter(({ id }, i) => id !== rows[i - 1]?.id);
}

/** The open incidents of states that an analysis did not list, when it listed all there are. Locks them. */
export async function endingsOfGoneStates(
  trx: Executor,
  scope: OrgScope,
  states: readonly ListedState[],
  listedAt: Date,
): Promise<EndedIncident[]> {
  const rows = await scoped(trx, scope)
    .select('incidents')
    .select('id')
    .where('source', '=', 'drift')
    .where('status', '=', 'open')
    .where('last_seen_at', '<=', listedAt)
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom(listedStates(states))
            .select('home.position')
            .whereRef('home.lineage', '=', 'incidents.lineage'),
        ),
      ),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id }) => ({ id, resolution: 'removed_from_state' }));
}
