import type { StateReport } from '../../../engine/model/analysis.ts';
import { allRead } from '../../../engine/report/summary/conclude.ts';
import type { Run } from '../../../store/queries/analyses.ts';
import { lockIncidents, resolveIncidents, type EndedIncident } from '../../../store/queries/drift-incidents.ts';
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

/** How an incident seems to have ended, by a look at that time. */
type Ending = EndedIncident & { looked_at: Date };

/** What has ended by what the analysis noted of it; not what it found itself, in whichever state. */
async function endedIncidents(trx: Executor, scope: OrgScope, run: Run, looked: Looked): Promise<Ending[]> {
  const noted = (await notedEndings(trx, scope, run.id)).filter(counts(looked));
  const first = noted.filter(({ id }, i) => id !== noted[i - 1]?.id);
  const ids = first.map(({ id }) => id);
  const found = await foundBy(trx, scope, run.id, ids);
  return first.filter(({ id }) => !found.has(id));
}

/** What was in states that are not there any more. */
async function goneWithStates(trx: Executor, scope: OrgScope, run: Run, looked: Looked): Promise<Ending[]> {
  const listed = new Set(looked.states.map(lineageOf));
  const gone = (await openLineages(trx, scope)).filter((lineage) => !listed.has(lineage));
  const rows = await openSince(trx, scope, gone, run.started_at);
  return rows.map(({ id }) => ({ id, resolution: 'removed_from_state', looked_at: run.started_at }));
}

/**
 * Ends the incidents that are over by what an analysis has found. In the transaction that ends it, before what it noted on the
 * way is forgotten. Those whose resource it could not look at stay open; so do those of a state that is not there any more, unless
 * all others could be read: one that could not may be the very state under another key. Answers what it has ended.
 */
export async function endIncidents(trx: Executor, scope: OrgScope, run: Run, looked: Looked): Promise<EndedIncident[]> {
  const whole = looked.everywhere && allRead(looked.states);
  const noted = await endedIncidents(trx, scope, run, looked);
  const gone = whole ? await goneWithStates(trx, scope, run, looked) : [];
  const endings = new Map([...gone, ...noted].map((one) => [one.id, one]));
  const locked = await lockIncidents(trx, scope, [...endings.keys()]);
  // Somebody may have seen it, or found it over, while it was waited for.
  const over = [...endings.values()].filter(({ id, looked_at: at }) => {
    const now = locked.get(id);
    return now?.status === 'open' && now.last_seen_at !== null && now.last_seen_at <= at;
  });
  const ended = over.map(({ id, resolution }) => ({ id, resolution }));
  await resolveIncidents(trx, scope, ended, looked.at);
  return ended;
}
