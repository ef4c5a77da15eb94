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
import type { Tenant } from '../../../store/scope.ts';
import { lineageOf } from '../../../engine/report/identity.ts';

type Scanned = {
  states: readonly StateReport[];
  /** It listed all states of the organization. */
  everywhere: boolean;
  at: Date;
};

/**
 * Whether a state decides on an incident. Of copies of a state, the one in which the drift was seen last does, whether it could be
 * read or not; any of them where that one is missing from a complete list.
 */
function isDecisive({ states, everywhere }: Scanned): (noted: NotedEnding) => boolean {
  const homes = new Map(states.map((report, position) => [report.key, { report, position }]));
  return ({ state_key: key, lineage, state_position: position }) => {
    const home = key === null ? undefined : homes.get(key);
    const isHome = home && (home.report.status !== 'read' || lineageOf(home.report) === lineage);
    return isHome ? home.position === position : everywhere;
  };
}

/** A resolution, and when the run began that found it. */
type Resolved = EndedIncident & { looked_at: Date };

/** Incidents that the analysis noted as over, without those whose drift it found in another state. */
async function endedIncidents(tenant: Tenant, run: Run, scanned: Scanned): Promise<Resolved[]> {
  const noted = (await notedEndings(tenant, run.id)).filter(isDecisive(scanned));
  const first = noted.filter(({ id }, i) => id !== noted[i - 1]?.id);
  const ids = first.map(({ id }) => id);
  const found = await foundBy(tenant, run.id, ids);
  return first.filter(({ id }) => !found.has(id));
}

/** Incidents of states that no longer exist. */
async function removedWithStates(tenant: Tenant, run: Run, scanned: Scanned): Promise<Resolved[]> {
  const listed = new Set(scanned.states.map(lineageOf));
  const gone = (await openLineages(tenant)).filter((lineage) => !listed.has(lineage));
  const rows = await openSince(tenant, gone, run.started_at);
  return rows.map(({ id }) => ({ id, resolution: 'removed_from_state', looked_at: run.started_at }));
}

/**
 * Resolves the incidents that an analysis found to be over, in the transaction that ends it, before its notes are deleted. Those
 * whose resource was not checked stay open; so do those of a state that no longer exists, unless all other states could be read:
 * one that could not may be the same state under another key. Answers the resolved incidents.
 */
export async function endIncidents(tenant: Tenant, run: Run, scanned: Scanned): Promise<EndedIncident[]> {
  const whole = scanned.everywhere && allRead(scanned.states);
  const noted = await endedIncidents(tenant, run, scanned);
  const gone = whole ? await removedWithStates(tenant, run, scanned) : [];
  const endings = new Map([...gone, ...noted].map((one) => [one.id, one]));
  const locked = await lockIncidents(tenant, [...endings.keys()]);
  // Somebody may have seen it, or found it over, while it was waited for.
  const over = [...endings.values()].filter(({ id, looked_at: at }) => {
    const now = locked.get(id);
    return now?.status === 'open' && now.last_seen_at !== null && now.last_seen_at <= at;
  });
  const ended = over.map(({ id, resolution }) => ({ id, resolution }));
  await resolveIncidents(tenant, ended, scanned.at);
  return ended;
}
