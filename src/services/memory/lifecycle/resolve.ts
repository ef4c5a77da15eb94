import type { StateReport } from '../../../engine/model/analysis.ts';
import { allRead } from '../../../engine/report/summary/conclude.ts';
import type { Run } from '../../../store/queries/runs.ts';
import { resolveIncidents, type AbsentDrift, type ResolvedIncident } from '../../../store/queries/drift-incidents.ts';
import {
  foundBy,
  notedEndings,
  openLineages,
  openSince,
  type NotedEnding,
} from '../../../store/queries/incident-endings.ts';
import { listStateSources } from '../../../store/queries/state-sources.ts';
import type { Tenant } from '../../../store/scope.ts';
import { lineageOf } from '../../../engine/report/identity.ts';
import { sourceNameIn } from '../../../engine/state/combined-states.ts';

type Scanned = {
  states: readonly StateReport[];
  /** All states of the organization were listed. */
  everywhere: boolean;
  at: Date;
};

/**
 * Returns a function that decides whether a state's result counts for an incident. Of copies of a state, the copy in
 * which the drift was last seen counts, whether or not it could be read. If that copy is missing from a complete list,
 * every copy counts.
 */
function isDecisive({ states, everywhere }: Scanned): (noted: NotedEnding) => boolean {
  const homes = new Map(states.map((report, position) => [report.key, { report, position }]));
  return ({ state_key: key, lineage, state_position: position }) => {
    const home = key === null ? undefined : homes.get(key);
    const isHome = home && (home.report.status !== 'read' || lineageOf(home.report) === lineage);
    return isHome ? home.position === position : everywhere;
  };
}

/** Returns a function that tells whether a state's key is of a removed source. */
async function removedSources(tenant: Tenant): Promise<(key: string) => boolean> {
  const names = new Set((await listStateSources(tenant)).map(({ name }) => name));
  return (key) => {
    const name = sourceNameIn(key);
    return name !== null && !names.has(name);
  };
}

/**
 * Resolves the incidents whose drift an analysis found to be gone, in the transaction that ends it, before its notes
 * are deleted. Incidents whose resource was not checked stay open. So do those of a state that no longer exists, unless
 * all other states could be read: an unreadable one may be the same state under another key. Returns the resolved
 * incidents.
 */
export async function resolveAbsentDrift(tenant: Tenant, run: Run, scanned: Scanned): Promise<ResolvedIncident[]> {
  const noted = (await notedEndings(tenant, run.id)).filter(isDecisive(scanned));
  // Drift that the analysis found in another state still lasts.
  const found = await foundBy(tenant, run.id, [...new Set(noted.map(({ id }) => id))]);
  const absent = new Map<string, AbsentDrift>();
  const isCompleteAndRead = scanned.everywhere && allRead(scanned.states);
  if (isCompleteAndRead) {
    const listed = new Set(scanned.states.map(lineageOf));
    const gone = (await openLineages(tenant)).filter((lineage) => !listed.has(lineage));
    const isOfRemoved = await removedSources(tenant);
    for (const { id, state_key: key } of await openSince(tenant, gone, run.started_at)) {
      const resolution = isOfRemoved(key ?? '') ? 'source_removed' : 'removed_from_state';
      absent.set(id, { id, resolution, looked_at: run.started_at });
    }
  }
  for (const { id, resolution, looked_at } of noted.toReversed())
    if (!found.has(id)) absent.set(id, { id, resolution, looked_at });
  return resolveIncidents(tenant, [...absent.values()], scanned.at);
}
