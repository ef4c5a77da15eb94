import type { Insertable } from 'kysely';
import type { Finding } from '../../../engine/model/analysis.ts';
import type { InstanceResult } from '../../../engine/report/totals.ts';
import type { ResultBatch } from '../../../engine/ports.ts';
import { driftKey } from '../../../engine/report/identity.ts';
import type { KnownIncident, SeenIncident } from '../../../store/queries/drift-incidents.ts';
import type { Tables } from '../../../store/tables.ts';
import { resolutionOf } from './resolution.ts';
import { openedIncident, withOccurrence, type DriftedResult, type Opened, type PlanInput } from './occurrence.ts';

/** The effects of a batch on the incidents of its state. */
export type IncidentPlan<Found extends Pick<Finding, 'incident_id'> = Finding> = {
  opened: Opened[];
  /** Each incident once. */
  seen: { before: KnownIncident; after: SeenIncident }[];
  endings: { incident: KnownIncident; row: Insertable<Tables['incident_endings']> }[];
  /** The findings of the batch in their order, each with its incident. */
  findings: { position: number; finding: Found }[];
};

/** The resolution of an incident; of several instances with its address, none may still drift or be unknown. */
function resolutionByAll(incident: KnownIncident, results: readonly InstanceResult[], { report }: ResultBatch) {
  const said = results.map((result) => resolutionOf(incident, result, report.serial));
  if (said.includes(undefined)) return undefined;
  return (['superseded', 'reverted'] as const).find((one) => said.includes(one)) ?? said[0];
}

/**
 * Computes the effects of a batch on incidents, given the known ones of its resources. Instances whose displayed
 * addresses are equal, since the differing parts are masked, share an incident. Changes nothing.
 */
export function planIncidents(input: PlanInput): IncidentPlan {
  const { orgId, run, batch, known, since } = input;
  const { results, position } = batch;
  const byKey = new Map(known.map((one) => [driftKey(one), one]));
  const opened = new Map<string, Opened>();
  const seen = new Map<string, IncidentPlan['seen'][number]>();

  /** The incident of a finding, and the time since which it has lasted. */
  function incidentOf(drifted: DriftedResult): Pick<Finding, 'incident_id' | 'first_seen_at'> {
    const { finding } = drifted;
    const key = driftKey(finding);
    const latest = byKey.get(key);
    const first = latest?.first_seen_at?.toISOString() ?? finding.first_seen_at;
    if (latest?.status === 'open') {
      const after = withOccurrence(drifted, input, { ...latest, ...seen.get(key)?.after });
      seen.set(key, { before: latest, after });
      return { incident_id: latest.id, first_seen_at: first };
    }
    const another = opened.get(key);
    if (!another && finding.caused_by) return { incident_id: null, first_seen_at: since(finding, false) };
    // A later run has resolved it.
    if (latest?.resolved_at && latest.resolved_at > run.started_at)
      return { incident_id: latest.id, first_seen_at: first };
    const row = another
      ? { ...another, ...withOccurrence(drifted, input, another) }
      : openedIncident(drifted, input, latest);
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
      const resolution = incident?.status === 'open' ? resolutionByAll(incident, all, batch) : undefined;
      if (!incident || resolution === undefined) continue;
      const row = { analysis_id: run.id, state_position: position, org_id: orgId, incident_id: incident.id };
      endings.push({ incident, row: { ...row, resolution, looked_at: run.started_at } });
    }
  return { opened: [...opened.values()], seen: [...seen.values()], endings, findings };
}
