import type { StateReport } from '../../../drift/analysis.ts';
import { allRead } from '../../../scan/conclude.ts';
import type { Run } from '../../../store/queries/analyses.ts';
import { resolveIncidents, type EndedIncident } from '../../../store/queries/drift-incidents.ts';
import {
  foundBy,
  notedEndings,
  openLineages,
  openSince,
  type NotedEnding,
} from '../../../store/queries/incident-endings.ts';
import type { Executor, OrgScope } from '../../../store/scope.ts';
import { lineageOf } from './remember.ts';

type Looked = {
  states: readonly StateReport[];
  /** It looked for all states of the organization. */
  everywhere: boolean;
  at: Date;
};

/**
 * Tells of which state the word on an incident counts: of copies of a state that of the one in which the drift was seen last,
 * whether it could be read or not; of any where that one is gone from a whole list.
 */
function counts({ states, everywhere }: Looked): (noted: NotedEnding) => boolean {
  const homes = new Map(states.map((report, position) => [report.key, { report, position }]));
  return ({ state_key: key, lineage, state_position: position }) => {
    const home = key === null ? undefined : homes.get(key);
    const isHome = home && (home.report.status !== 'read' || lineageOf(home.report) === lineage);
    return isHome ? home.position === position : everywhere;
  };
}

/** What has ended by what the analysis noted of it; not what it found itself, in whichever state. */
async function endedIncidents(trx: Executor, scope: OrgScope, run: Run, looked: Looked): Promise<EndedIncident[]> {
  const noted = (await notedEndings(trx, scope, run.id)).filter(counts(looked));
  const first = noted.filter(({ id }, i) => id !== noted[i - 1]?.id);
  const ids = first.map(({ id }) => id);
  const found = await foundBy(trx, scope, run.id, ids);
  return first.filter(({ id }) => !found.has(id)).map(({ id, resolution }) => ({ id, resolution }));
}

/** What was in states that are not there any more. */
async function goneWithStates(trx: Executor, scope: OrgScope, run: Run, looked: Looked): Promise<EndedIncident[]> {
  const listed = new Set(looked.states.map(lineageOf));
  const gone = (await openLineages(trx, scope)).filter((lineage) => !listed.has(lineage));
  const rows = await openSince(trx, scope, gone, run.started_at);
  return rows.map(({ id }) => ({ id, resolution: 'removed_from_state' }));
}

/**
 * Ends the incidents that are over by what an analysis has found. In the transaction that ends it, before what it noted on the
 * way is forgotten. Those whose resource it could not look at stay open; so do those of a state that is not there any more, unless
 * all others could be read: one that could not may be the very state under another key.
 */
export async function endIncidents(trx: Executor, scope: OrgScope, run: Run, looked: Looked): Promise<void> {
  await resolveIncidents(trx, scope, await endedIncidents(trx, scope, run, looked), looked.at);
  if (!looked.everywhere || !allRead(looked.states)) return;
  await resolveIncidents(trx, scope, await goneWithStates(trx, scope, run, looked), looked.at);
}
