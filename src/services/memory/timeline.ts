import type { Severity } from '../../engine/model/analysis.ts';
import type { Resolution } from '../../engine/model/resolution.ts';
import {
  findingLines,
  incidentsOfResource,
  listOccurrences,
  type FindingLine,
  type Occurrence,
  findingOfIncident,
} from '../../store/queries/incident-timeline.ts';
import type { IncidentRow } from '../../store/queries/incidents.ts';
import type { WithApps } from '../codehosts/port.ts';
import { nextSteps, type FindingDetails } from '../views/next-steps.ts';
import { messageWithin, presentFindingWithin } from '../views/present-within.ts';
import { requireScope, type Ctx } from '../base/context.ts';
import { pageBy, type Page, type PageRequest } from '../base/paging.ts';
import { pick, timeOf } from '../base/present.ts';
import { fetchIncident, type IncidentName } from './incident.ts';
import { byDate } from './cursor.ts';
import { scoped } from '../../store/scope.ts';

/** An event of a resource, as part of one incident. */
export type TimelineEvent = {
  /** `written`: by a person; `changed`: the resource drifts in another way from then on. */
  event: 'written' | 'opened' | 'changed' | 'resolved';
  at: string;
  /** The first analysis with this drift; null if none is known. */
  analysis_id: string | null;
  /** The number of consecutive analyses with this drift, and the time of the last. */
  times: number;
  until: string | null;
  severity: Severity | null;
  message: string | null;
  /** The paths of the differing attributes. */
  attributes: string[];
  resolution: Resolution | null;
};

const SHOWN = ['id', 'status', 'source', 'kind', 'severity', 'summary', 'date', 'resolution', 'times_seen'] as const;

/** An incident in the timeline of its resource. */
export type TimelineIncident = Pick<IncidentRow, (typeof SHOWN)[number]> & {
  first_seen_at: string | null;
  last_seen_at: string | null;
  resolved_at: string | null;
  /** In chronological order. */
  events: TimelineEvent[];
  /** The number of omitted changes, between the first event and the next one shown. */
  omitted: number;
};

/** Per incident, since drift that changes with every analysis would have no end. */
const MAX_EVENTS = 20;

const later = (a: Date, b: Date | null) => (b && b > a ? b : a);
const NOTHING = {
  analysis_id: null,
  times: 0,
  until: null,
  severity: null,
  message: null,
  attributes: [],
  resolution: null,
};

/** The first event of an incident without findings: a manual or imported one. */
function bare(row: IncidentRow): TimelineEvent {
  const { severity, attributes, first_seen_at: first } = row;
  if (row.source === 'manual') return { ...NOTHING, event: 'written', at: row.created_at.toISOString() };
  const at = (first ?? row.created_at).toISOString();
  const seen = { times: row.times_seen, until: timeOf(row.last_seen_at), severity, attributes };
  return { ...NOTHING, ...seen, event: 'opened', at, analysis_id: row.opened_by };
}

function eventOf(row: IncidentRow, one: Occurrence, line: FindingLine | undefined, isFirst: boolean): TimelineEvent {
  const at = isFirst && row.first_seen_at ? row.first_seen_at : one.at;
  return {
    ...NOTHING,
    event: isFirst ? 'opened' : 'changed',
    at: at.toISOString(),
    analysis_id: one.analysis_id,
    times: one.times,
    until: later(at, one.until).toISOString(),
    severity: line?.severity ?? row.severity,
    message: line?.message ?? null,
    attributes: [...new Set(line?.paths)],
  };
}

const resolved = ({ resolved_at: at, resolution }: IncidentRow): TimelineEvent[] =>
  at ? [{ ...NOTHING, event: 'resolved', at: at.toISOString(), resolution }] : [];

/** The first occurrence, and the latest ones. */
const shownOf = (all: readonly Occurrence[]) =>
  all.length > MAX_EVENTS ? [...all.slice(0, 1), ...all.slice(1 - MAX_EVENTS)] : all;

/**
 * Lists the history of an incident's resource, incident by incident, the latest first: incidents of its address in the
 * same state, and manual ones. 404 for another organization's incident.
 */
export async function getTimeline(ctx: Ctx, input: PageRequest & IncidentName): Promise<Page<TimelineIncident>> {
  requireScope(ctx, 'read');
  const { incident: of, scope } = await fetchIncident(ctx, input);
  const tenant = scoped(ctx.store.db, scope);
  return pageBy(
    byDate<IncidentRow>(),
    input,
    (limit, after) => incidentsOfResource(tenant, of, { limit, after }),
    async (rows) => {
      const ids = rows.flatMap(({ id, source }) => (source === 'drift' ? [id] : []));
      const occurrences = Map.groupBy(await listOccurrences(tenant, of, ids), (one) => one.incident_id);
      const shown = [...occurrences.values()].flatMap(shownOf);
      const lines = await findingLines(tenant, of, shown);
      const messageOf = messageWithin(scope);
      for (const line of lines.values()) line.message = messageOf(line.message, line.cause_state);
      return rows.map((row): TimelineIncident => {
        const all = occurrences.get(row.id) ?? [];
        const seen = shownOf(all).map((one, i) =>
          eventOf(row, one, lines.get(`${row.id} ${one.analysis_id}`), i === 0),
        );
        return {
          ...pick(row, ...SHOWN),
          first_seen_at: timeOf(row.first_seen_at),
          last_seen_at: timeOf(row.last_seen_at),
          resolved_at: timeOf(row.resolved_at),
          events: [...(seen.length > 0 ? seen : [bare(row)]), ...resolved(row)],
          omitted: all.length - seen.length,
        };
      });
    },
  );
}

/** An incident's finding in one analysis, with its next steps; all null if no finding is stored. */
export type IncidentFinding = FindingDetails | { analysis_id: null; finding: null; next_steps: null };

/** The finding of an incident in the named analysis or, by default, the latest. 404 as `fetchIncident`. */
export async function getIncidentFinding(
  ctx: Ctx & WithApps,
  { analysis_id: analysisId, ...name }: IncidentName & { analysis_id?: string },
): Promise<IncidentFinding> {
  requireScope(ctx, 'read');
  const { incident, scope } = await fetchIncident(ctx, name);
  const found = await findingOfIncident(scoped(ctx.store.db, scope), incident, analysisId);
  if (!found) return { analysis_id: null, finding: null, next_steps: null };
  const finding = presentFindingWithin(scope)(found);
  return { analysis_id: found.analysis_id, finding, next_steps: await nextSteps(ctx, scope, finding) };
}
