import type { Insertable } from 'kysely';
import { newId } from '../../../base/ids.ts';
import { severityRank, type Finding, type Severity } from '../../../engine/model/analysis.ts';
import type { InstanceResult } from '../../../engine/report/totals.ts';
import type { ResultBatch } from '../../../engine/ports.ts';
import type { Run } from '../../../store/queries/runs.ts';
import type { KnownIncident, SeenIncident } from '../../../store/queries/drift-incidents.ts';
import type { Tables } from '../../../store/tables.ts';
import { keptAttributes } from '../attributes.ts';
import { textsWithNote, textsOf, rewrittenTexts } from './texts.ts';

/** The number of analyses that an incident lists; it counts all. */
export const MAX_ANALYSES = 20;

/** An instance that drifts. */
export type DriftedResult = InstanceResult & { finding: Finding };

/** A batch of results, with its organization, run and known incidents. */
export type PlanInput = {
  orgId: string;
  run: Run;
  batch: ResultBatch;
  lineage: string;
  known: readonly KnownIncident[];
  /** The time since which drift without an incident has lasted. */
  since: (finding: Finding, own: boolean) => string;
};

/** A new incident before it is stored. */
export type Opened = Insertable<Tables['incidents']> &
  SeenIncident & { resource: string; date: string; first_seen_at: Date };

/** An open incident, stored or about to be. */
type CurrentIncident = Omit<SeenIncident, 'last_seen_at'> & { last_seen_at: Date | null };

const rank = (severity: Severity | null) => severityRank(severity ?? 'none');
const day = (time: string) => time.slice(0, 10);
const pathsOf = ({ attributes }: Finding) => [...new Set(attributes.map(({ path }) => path))];

function union(paths: readonly string[], finding: Finding): string[] {
  return keptAttributes([...paths, ...pathsOf(finding)]);
}

/** The location of a finding, and a digest of its values in the state. */
const locationOf = ({ finding, desired }: DriftedResult, { report }: ResultBatch, attributes: readonly string[]) => ({
  repo_id: report.repo_id,
  state_key: finding.state_key,
  region: finding.region ?? null,
  account_id: finding.account_id ?? null,
  state_serial: report.serial,
  state_digest: desired?.(attributes) ?? null,
  last_seen_at: new Date(finding.first_seen_at),
});

/** The new incident of a finding. */
export function openedIncident(
  found: DriftedResult,
  { orgId, run, batch, lineage, since }: PlanInput,
  previous: KnownIncident | undefined,
): Opened {
  const { finding, tags } = found;
  const { resource, type, kind, severity, fingerprint } = finding;
  // Drift that has returned counts from now, whatever was known before.
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
    ...locationOf(found, batch, attributes),
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
 * The texts of an incident after another occurrence, which never lose information. A finding that is worse, or as
 * severe and covers every attribute of the incident, rewrites the summary; any other adds to the details. A side effect
 * changes no text.
 */
function updatedTexts({ finding, tags }: DriftedResult, before: CurrentIncident) {
  const { summary, details, fingerprint, attributes } = before;
  const same = { summary, details, fingerprint };
  if (finding.caused_by || finding.fingerprint === fingerprint) return same;
  const now = textsOf({ finding, ...(tags && { tags }) });
  const milder = rank(finding.severity) - rank(before.severity);
  const whole = new Set(attributes).isSubsetOf(new Set(pathsOf(finding)));
  if (milder > 0 || (milder === 0 && !whole)) return { ...same, ...textsWithNote(before, now, finding) };
  return { ...rewrittenTexts(before, now, whole), fingerprint: finding.fingerprint };
}

/** An incident after another occurrence. */
export function withOccurrence(
  drifted: DriftedResult,
  { run, batch }: PlanInput,
  before: CurrentIncident,
): SeenIncident {
  const { finding } = drifted;
  const attributes = finding.caused_by ? before.attributes : union(before.attributes, finding);
  const worse = !finding.caused_by && rank(finding.severity) < rank(before.severity);
  const now = locationOf(drifted, batch, attributes);
  const { repo_id, state_key, region, account_id, state_serial, times_seen, analyses } = before;
  // The stored digest does not cover the new attributes.
  const state_digest = attributes.length > before.attributes.length ? null : before.state_digest;
  const then = { repo_id, state_key, region, account_id, state_serial, state_digest };
  const last = before.last_seen_at ?? now.last_seen_at;
  return {
    id: before.id,
    ...(now.last_seen_at >= last ? now : { ...then, last_seen_at: last }),
    ...updatedTexts(drifted, before),
    attributes,
    severity: worse ? finding.severity : before.severity,
    times_seen: analyses.includes(run.id) ? times_seen : times_seen + 1,
    analyses: [run.id, ...analyses.filter((id) => id !== run.id)].slice(0, MAX_ANALYSES),
  };
}
