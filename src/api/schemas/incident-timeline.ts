import { Type } from 'typebox';
import { bySeverity } from '../../engine/model/analysis.ts';
import { Finding, Severity } from './finding.ts';
import { described, Nullable, oneOf, Time } from './common.ts';
import { IncidentKind, IncidentResolution, IncidentSource, IncidentStatus } from './memory.ts';
import { date, incidentId, summary } from './recall-match.ts';

const AnalysisId = Nullable(Type.String(), { examples: ['an_0V3mKq8ZxYbD2nR5tW7uAe'] });
const HowBad = (description: string) => Nullable(described(Severity, description), { examples: ['high'] });

const TimelineEvent = Type.Object(
  {
    event: oneOf(
      ['written', 'opened', 'changed', 'resolved'],
      'written = by somebody; changed = it drifts in another way from then on',
    ),
    at: Time,
    analysis_id: AnalysisId,
    times: Type.Integer({ minimum: 0, description: 'Analyses in a row that found it so', examples: [3] }),
    until: Nullable(Type.String({ format: 'date-time', description: 'When the last of them looked' })),
    severity: HowBad('As it was found then'),
    message: Nullable(Type.String(), { examples: ['tags["env"] changed outside Terraform.'] }),
    attributes: Type.Array(Type.String({ examples: ['tags["env"]'] }), { description: 'Paths of what differs' }),
    resolution: Nullable(IncidentResolution, { examples: [null] }),
  },
  { title: 'TimelineEvent' },
);

export const TimelineIncident = Type.Object(
  {
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
    times_seen: Type.Integer({ minimum: 0, description: 'Analyses that found it', examples: [3] }),
    events: Type.Array(TimelineEvent, { description: 'What happened, in order' }),
    untold: Type.Integer({
      minimum: 0,
      description: 'Changes after the first event that are left out, where there were many',
      examples: [0],
    }),
  },
  { title: 'TimelineIncident', description: 'An incident in the timeline of its resource' },
);

export const IncidentFinding = Type.Object(
  { analysis_id: AnalysisId, finding: Nullable(Finding) },
  { title: 'IncidentFinding', description: 'Both are null where nothing is stored of it' },
);

const many = (description: string) => Type.Integer({ minimum: 0, description, examples: [3] });
export const IncidentCounts = Type.Object(
  {
    total: many('How many fit'),
    open: many('Those that last'),
    resolved: many('Those that are over'),
    open_severities: Type.Object(
      bySeverity((one) => many(`Open ones that were ${one} at worst`)),
      { description: 'What somebody wrote has no severity' },
    ),
  },
  { title: 'IncidentCounts' },
);
