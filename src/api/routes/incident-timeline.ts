import { Type } from 'typebox';
import { operationsOf } from '../http/operations.ts';
import type { App } from '../http/types.ts';
import { FindingDetails } from './findings.ts';
import { IncidentPageFields } from './incidents.ts';
import { described, Id, Nullable, oneOf, Strict, Time, count, Named } from '../schemas/common.ts';
import { Finding, Severity } from '../schemas/finding.ts';
import {
  date,
  incidentId,
  IncidentKind,
  IncidentParams,
  IncidentResolution,
  IncidentSource,
  IncidentStatus,
  OrgQuery,
  summary,
} from '../schemas/incident.ts';
import { getIncidentFinding, getTimeline } from '../../services/memory/timeline.ts';

const AnalysisId = Nullable(Type.String(), { examples: ['an_0V3mKq8ZxYbD2nR5tW7uAe'] });
const HowBad = (description: string) => Nullable(described(Severity, description), { examples: ['high'] });

const TimelineEvent = Named('TimelineEvent', {
  event: oneOf(
    ['written', 'opened', 'changed', 'resolved'],
    'written = by somebody; changed = it drifts in another way from then on',
  ),
  at: Time,
  analysis_id: AnalysisId,
  times: count('Consecutive analyses with this result', 3),
  until: Nullable(described(Time, 'When the last of them ran')),
  severity: HowBad('The severity at that time'),
  message: Nullable(Type.String(), { examples: ['tags["env"] changed outside Terraform.'] }),
  attributes: Type.Array(Type.String({ examples: ['tags["env"]'] }), { description: 'Paths of the differences' }),
  resolution: Nullable(IncidentResolution, { examples: [null] }),
});

export const TimelineIncident = Named('TimelineIncident', 'An incident in the timeline of its resource', {
  id: Type.String(incidentId),
  status: IncidentStatus,
  source: IncidentSource,
  kind: Nullable(IncidentKind, { examples: ['changed'] }),
  severity: HowBad('The worst that it was'),
  summary: Type.String(summary),
  date: Type.String({ ...date, format: 'date' }),
  first_seen_at: Nullable(Time),
  last_seen_at: Nullable(Time),
  resolved_at: Nullable(Time, { examples: [null] }),
  resolution: Nullable(IncidentResolution, { examples: [null] }),
  times_seen: count('Analyses that found it', 3),
  events: Type.Array(TimelineEvent, { description: 'The events in order' }),
  omitted: count('Changes after the first event that are left out, where there were many', 0),
});

export const IncidentFinding = Named('IncidentFinding', 'All are null where nothing is stored of it', {
  analysis_id: AnalysisId,
  finding: Nullable(Finding),
  next_steps: Nullable(FindingDetails.properties.next_steps),
});

export function incidentTimelineRoutes(app: App): void {
  const { list, route } = operationsOf(app, 'memory');

  list('getIncidentTimeline', 'GET /api/v1/incidents/:id/timeline', 'read', {
    members: 'filtered',
    summary: 'The timeline of the resource of an incident',
    description:
      'All incidents of its address in the same state, and those that people wrote about it, the latest first; each with its events in order.',
    params: IncidentParams,
    query: Strict({ ...IncidentPageFields, ...OrgQuery.properties }),
    items: TimelineIncident,
    errors: [409],
    call: getTimeline,
  });
  route('getIncidentFinding', 'GET /api/v1/incidents/:id/finding', 'read', {
    members: 'filtered',
    summary: 'The finding of an incident, attribute by attribute',
    params: IncidentParams,
    query: Strict({
      ...OrgQuery.properties,
      analysis_id: Type.Optional(described(Id, 'By this analysis; by default the last one that found it')),
    }),
    success: { 200: IncidentFinding },
    errors: [409],
    call: getIncidentFinding,
  });
}
