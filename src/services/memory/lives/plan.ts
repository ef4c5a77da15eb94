import type { Insertable } from 'kysely';
import { newId } from '../../../base/ids.ts';
import { SEVERITIES, type Finding, type Severity } from '../../../drift/analysis.ts';
import type { InstanceResult } from '../../../drift/tally.ts';
import type { ResultBatch } from '../../../scan/ports.ts';
import type { Run } from '../../../store/queries/analyses.ts';
import type { KnownIncident, SeenIncident } from '../../../store/queries/drift-incidents.ts';
import type { IncidentEndingTable, IncidentTable } from '../../../store/tables-memory.ts';
import { keptAttributes } from '../attributes.ts';
import { endingOf, topLevel } from './ending.ts';
import { textsOf } from './texts.ts';

/** Analyses that an incident names; it counts them all. */
const MOST_ANALYSES = 20;

/** What a batch means for the incidents of its state. */
export type IncidentPlan = {
  opened: (Insertable<IncidentTable> & Pick<SeenIncident, 'id' | 'repo_id' | 'summary'> & { date: string })[];
  seen: { before: KnownIncident; after: SeenIncident }[];
  endings: { incident: KnownIncident; row: Insertable<IncidentEndingTable> }[];
  /** The findings of the batch in their order, each with its incident. */
  findings: { position: number; finding: Finding }[];
};

export type Planned = {
  orgId: string;
  run: Run;
  batch: ResultBatch;
  lineage: string;
  known: readonly KnownIncident[];
  /** Since when drift is known that no incident tells of. */
  since: (finding: Finding, own: boolean) => string;
};

type Found = InstanceResult & { finding: Finding };

const rank = (severity: Severity | null) => SEVERITIES.indexOf(severity ?? 'none');
const keyOf = (resource: string, kind: string | null) => JSON.stringify([resource, kind]);
const day = (time: string) => time.slice(0, 10);

function union(known: readonly string[], { attributes }: Finding): string[] {
  return keptAttributes([...known, ...attributes.map(({ path }) => path)]);
}

/** Where a finding was made, and what its state said there. */
const circumstances = ({ finding, desired }: Found, { report }: ResultBatch, attributes: readonly string[]) => ({
  repo_id: report.repo_id,
  state_key: finding.state_key,
  region: finding.region ?? null,
  account_id: finding.account_id ?? null,
  state_serial: report.serial,
  state_digest: desired?.(topLevel(attributes)) ?? null,
  last_seen_at: new Date(finding.first_seen_at),
});

/** An incident that was not there, with what is known of it on the first day. */
function opening(
  found: Found,
  { orgId, run, batch, lineage, since }: Planned,
  previous: KnownIncident | undefined,
): IncidentPlan['opened'][number] {
  const { finding, tags } = found;
  const { resource, type, kind, severity, fingerprint } = finding;
  // What has come back is new, whatever is known of before.
  const first = previous ? finding.first_seen_at : since(finding, true);
  const attributes = union([], finding);
  return {
    org_id: orgId,
    id: newId('inc'),
    lineage,
    resource,
    type,
    kind,
    severity,
    attributes,
    fingerprint,
    ...textsOf({ finding, ...(tags && { tags }) }),
    ...circumstances(found, batch, attributes),
    date: day(first),
    status: 'open',
    source: 'drift',
    first_seen_at: new Date(first),
    times_seen: 1,
    analyses: [run.id],
    opened_by: run.id,
    previous_id: previous?.id ?? null,
  };
}

/**
 * Whether the finding tells the incident better than what it says so far: more of it, worse, or all of it as it is now. What only
 * follows from others tells nothing of its own.
 */
function tellsMore(
  { attributes, severity, fingerprint }: KnownIncident,
  finding: Finding,
  all: readonly string[],
): boolean {
  if (finding.caused_by) return false;
  if (all.length > attributes.length || rank(finding.severity) < rank(severity)) return true;
  const whole = new Set(finding.attributes.map(({ path }) => path)).size >= all.length;
  return whole && finding.fingerprint !== fingerprint && rank(finding.severity) === rank(severity);
}

/** An incident after it was found once more. */
function sighting(found: Found, { run, batch }: Planned, before: KnownIncident): SeenIncident {
  const { finding, tags } = found;
  const attributes = finding.caused_by ? before.attributes : union(before.attributes, finding);
  const worse = !finding.caused_by && rank(finding.severity) < rank(before.severity);
  const now = circumstances(found, batch, attributes);
  const { repo_id, state_key, region, account_id, state_serial, state_digest, times_seen, analyses } = before;
  const then = { repo_id, state_key, region, account_id, state_serial, state_digest };
  const last = before.last_seen_at ?? now.last_seen_at;
  return {
    id: before.id,
    ...(now.last_seen_at >= last ? now : { ...then, last_seen_at: last }),
    attributes,
    severity: worse ? finding.severity : before.severity,
    ...(tellsMore(before, finding, attributes)
      ? { ...textsOf({ finding, ...(tags && { tags }) }), fingerprint: finding.fingerprint }
      : { summary: before.summary, details: before.details, fingerprint: before.fingerprint }),
    times_seen: analyses.includes(run.id) ? times_seen : times_seen + 1,
    analyses: [run.id, ...analyses.filter((id) => id !== run.id)].slice(0, MOST_ANALYSES),
  };
}

/** What the results of a batch mean for incidents, given those that are known of its resources. Changes nothing. */
export function planIncidents(planned: Planned): IncidentPlan {
  const { orgId, run, batch, known, since } = planned;
  const { results, report, position } = batch;
  const byKey = new Map(known.map((one) => [keyOf(one.resource, one.kind), one]));
  const plan: IncidentPlan = { opened: [], seen: [], endings: [], findings: [] };

  /** The incident of a finding, and since when it lasts. */
  function incidentOf(found: Found): Pick<Finding, 'incident_id' | 'first_seen_at'> {
    const { finding } = found;
    const latest = byKey.get(keyOf(finding.resource, finding.kind));
    const first = latest?.first_seen_at?.toISOString() ?? finding.first_seen_at;
    if (latest?.status === 'open') {
      plan.seen.push({ before: latest, after: sighting(found, planned, latest) });
      return { incident_id: latest.id, first_seen_at: first };
    }
    if (finding.caused_by) return { incident_id: null, first_seen_at: since(finding, false) };
    // Who looked later has found it over.
    if (latest?.resolved_at && latest.resolved_at > run.started_at)
      return { incident_id: latest.id, first_seen_at: first };
    const opened = opening(found, planned, latest);
    plan.opened.push(opened);
    return { incident_id: opened.id, first_seen_at: (opened.first_seen_at as Date).toISOString() };
  }

  for (const result of results) {
    const { finding, coverage } = result;
    if (finding)
      plan.findings.push({ position: result.position, finding: { ...finding, ...incidentOf({ ...result, finding }) } });
    for (const kind of ['changed', 'deleted'] as const) {
      const incident = byKey.get(keyOf(coverage.resource, kind));
      const resolution = incident?.status === 'open' ? endingOf(incident, result, report.serial) : undefined;
      if (!incident || resolution === undefined) continue;
      const row = { analysis_id: run.id, state_position: position, org_id: orgId, incident_id: incident.id };
      plan.endings.push({ incident, row: { ...row, resolution, looked_at: run.started_at } });
    }
  }
  return plan;
}
