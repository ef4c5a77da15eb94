import type { Insertable } from 'kysely';
import type { Finding } from '../../../engine/model/analysis.ts';
import type { InstanceResult } from '../../../engine/report/tally.ts';
import type { ResultBatch } from '../../../engine/ports.ts';
import type { KnownIncident, SeenIncident } from '../../../store/queries/drift-incidents.ts';
import type { Tables } from '../../../store/tables.ts';
import { endingOf } from './ending.ts';
import { driftKey, opening, sighting, type Found, type Opened, type Planned } from './sighting.ts';

/** What a batch means for the incidents of its state. */
export type IncidentPlan = {
  opened: Opened[];
  /** Each incident once. */
  seen: { before: KnownIncident; after: SeenIncident }[];
  endings: { incident: KnownIncident; row: Insertable<Tables['incident_endings']> }[];
  /** The findings of the batch in their order, each with its incident. */
  findings: { position: number; finding: Finding }[];
};

/** How the incident of a resource has ended; of several that read the same not while anything of one goes on, or is unknown. */
function endingByAll(incident: KnownIncident, results: readonly InstanceResult[], { report }: ResultBatch) {
  const said = results.map((result) => endingOf(incident, result, report.serial));
  if (said.includes(undefined)) return undefined;
  return (['superseded', 'reverted'] as const).find((one) => said.includes(one)) ?? said[0];
}

/**
 * What the results of a batch mean for incidents, given those that are known of its resources. Instances whose addresses read the
 * same, since what tells them apart is masked, have one incident together. Changes nothing.
 */
export function planIncidents(planned: Planned): IncidentPlan {
  const { orgId, run, batch, known, since } = planned;
  const { results, position } = batch;
  const byKey = new Map(known.map((one) => [driftKey(one), one]));
  const opened = new Map<string, Opened>();
  const seen = new Map<string, IncidentPlan['seen'][number]>();

  /** The incident of a finding, and since when it lasts. */
  function incidentOf(found: Found): Pick<Finding, 'incident_id' | 'first_seen_at'> {
    const { finding } = found;
    const key = driftKey(finding);
    const latest = byKey.get(key);
    const first = latest?.first_seen_at?.toISOString() ?? finding.first_seen_at;
    if (latest?.status === 'open') {
      const after = sighting(found, planned, { ...latest, ...seen.get(key)?.after });
      seen.set(key, { before: latest, after });
      return { incident_id: latest.id, first_seen_at: first };
    }
    const another = opened.get(key);
    if (!another && finding.caused_by) return { incident_id: null, first_seen_at: since(finding, false) };
    // Who looked later has found it over.
    if (latest?.resolved_at && latest.resolved_at > run.started_at)
      return { incident_id: latest.id, first_seen_at: first };
    const row = another ? { ...another, ...sighting(found, planned, another) } : opening(found, planned, latest);
    opened.set(key, row);
    return { incident_id: row.id, first_seen_at: row.first_seen_at.toISOString() };
  }

  const findings = results.flatMap((result) => {
    const { finding } = result;
    return finding
      ? [{ position: result.position, finding: { ...finding, ...incidentOf({ ...result, finding }) } }]
      : [];
  });
  const endings: IncidentPlan['endings'] = [];
  for (const [resource, all] of Map.groupBy(results, ({ coverage }) => coverage.resource))
    for (const kind of ['changed', 'deleted'] as const) {
      const incident = byKey.get(driftKey({ resource, kind }));
      const resolution = incident?.status === 'open' ? endingByAll(incident, all, batch) : undefined;
      if (!incident || resolution === undefined) continue;
      const row = { analysis_id: run.id, state_position: position, org_id: orgId, incident_id: incident.id };
      endings.push({ incident, row: { ...row, resolution, looked_at: run.started_at } });
    }
  return { opened: [...opened.values()], seen: [...seen.values()], endings, findings };
}
