import { newId } from '../../base/ids.ts';
import { severityRank } from '../../engine/model/analysis.ts';
import type { UnmanagedFinding } from '../../engine/model/inventory.ts';
import { cut, plain } from '../../engine/report/wording/clean.ts';
import { inline } from '../../engine/value/inline.ts';
import type { KnownIncident } from '../../store/queries/drift-incidents.ts';
import type { Run } from '../../store/queries/runs.ts';
import type { UnmanagedObjectRow } from '../../store/queries/unmanaged-objects.ts';
import type { IncidentPlan } from '../memory/lifecycle/plan.ts';
import { MAX_ANALYSES } from '../memory/lifecycle/occurrence.ts';

/** An object with its finding. */
export type News = { position: number; object: UnmanagedObjectRow; finding: UnmanagedFinding };

type Input = {
  orgId: string;
  run: Run;
  /** Identifies the incidents of objects of one type in one location, as a state's lineage does. */
  lineage: string;
  news: readonly News[];
  /** The latest incidents of these objects. */
  known: readonly KnownIncident[];
};

const MAX_TAGS = 20;
/** The longest text of a detail; ids are shorter. */
const MAX_TEXT = 500;

const shown = (text: string): string => cut(plain(text), MAX_TEXT);

/** The facts about an object as text, without what the sentence says already. */
function detailsOf({ object, finding }: News): string {
  const { cloud_id: id, account_id: account, region, tags, owner } = object;
  const lines = [
    `- id: ${shown(id)}`,
    ...(account === '' ? [] : [`- account: ${shown(account)}`]),
    ...(region === '' ? [] : [`- region: ${shown(region)}`]),
    ...(owner === null ? [] : [`- owner: ${shown(owner)}`]),
    ...Object.entries(tags)
      .slice(0, MAX_TAGS)
      .map(([key, value]) => `- tag ${shown(key)}: ${inline(cut(value, MAX_TEXT))}`),
  ];
  return `${finding.message}\n\n${lines.join('\n')}`;
}

const summaryOf = ({ finding }: News): string => finding.message.replace(/\.$/, '');

/** The location and text of an incident by its latest occurrence. */
const occurrence = (one: News, run: Run) => ({
  repo_id: null,
  // A part belongs to the state of its parent, whose people see it.
  state_key: one.finding.state_key === '' ? null : one.finding.state_key,
  region: one.finding.region ?? null,
  account_id: one.finding.account_id ?? null,
  attributes: [],
  fingerprint: one.finding.fingerprint,
  summary: summaryOf(one),
  details: detailsOf(one),
  state_serial: null,
  state_digest: null,
  last_seen_at: run.started_at,
});

/**
 * The effects of an inventory on incidents: an object that is news opens one, or is another occurrence of its open one.
 * Objects of the baseline have none.
 */
export function planIncidentsOf({ orgId, run, lineage, news, known }: Input): IncidentPlan<UnmanagedFinding> {
  const byResource = new Map(known.filter(({ kind }) => kind === 'unmanaged').map((one) => [one.resource, one]));
  const plan: IncidentPlan<UnmanagedFinding> = { opened: [], seen: [], endings: [], findings: [] };
  for (const one of news) {
    const { position, object, finding } = one;
    const before = byResource.get(object.cloud_id);
    const isOpen = before?.status === 'open';
    if (object.in_baseline !== false && !isOpen) {
      plan.findings.push({ position, finding });
      continue;
    }
    const severity = finding.severity;
    if (isOpen) {
      const { analyses, times_seen: times } = before;
      const isWorse = severityRank(severity) < severityRank(before.severity ?? 'none');
      const after = {
        ...occurrence(one, run),
        id: before.id,
        severity: isWorse ? severity : before.severity,
        times_seen: analyses.includes(run.id) ? times : times + 1,
        analyses: [run.id, ...analyses.filter((id) => id !== run.id)].slice(0, MAX_ANALYSES),
      };
      plan.seen.push({ before, after });
      plan.findings.push({ position, finding: { ...finding, incident_id: before.id } });
      continue;
    }
    const id = newId('inc');
    plan.opened.push({
      ...occurrence(one, run),
      org_id: orgId,
      id,
      lineage,
      resource: object.cloud_id,
      type: object.type,
      kind: 'unmanaged',
      severity,
      date: object.first_seen_at.toISOString().slice(0, 10),
      status: 'open',
      source: 'drift',
      first_seen_at: object.first_seen_at,
      times_seen: 1,
      analyses: [run.id],
      opened_by: run.id,
      previous_id: before?.id ?? null,
    });
    plan.findings.push({ position, finding: { ...finding, incident_id: id } });
  }
  return plan;
}
