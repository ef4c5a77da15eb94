import { Type } from 'typebox';
import { operationsOf } from '../http/operations.ts';
import type { App } from '../http/types.ts';
import { CloudConfiguration } from './clouds.ts';
import { BySeverity } from './findings.ts';
import { State } from './states.ts';
import { LastAnalysis } from '../schemas/analysis.ts';
import { described, Nullable, oneOf, Strict, text, Time, Count, count, Named, About } from '../schemas/common.ts';
import { Address, Counts, Severity, StateKey } from '../schemas/finding.ts';
import { incidentId, IncidentResolution, IncidentStatus, summary } from '../schemas/incident.ts';
import { MAP_KINDS, mapDrift } from '../../services/organizations/drift-map.ts';
import { getOrganizationOverview } from '../../services/organizations/overview.ts';

export const OverviewQuery = Strict({
  days: Type.Integer({
    minimum: 1,
    maximum: 365,
    default: 90,
    description: 'Number of days of the history, today included',
  }),
});

const IncidentLine = Named('IncidentLine', {
  id: Type.String(incidentId),
  resource: Address,
  state_key: Nullable(StateKey),
  severity: Severity,
  status: IncidentStatus,
  summary: Type.String(summary),
  opened_at: Time,
  resolved_at: Nullable(Time),
  resolution: Nullable(IncidentResolution, { examples: [null] }),
});

const { key, status, analysis_id } = State.properties;
const { schedule, next_run_at, last_skipped } = CloudConfiguration.properties;

export const OrganizationOverview = Named('OrganizationOverview', {
  open: About('Incidents of drift that are open now', { total: Count, severities: BySeverity }),
  history: Type.Array(
    Type.Object({ day: Type.String({ format: 'date', description: 'In UTC' }), severities: BySeverity }),
    { description: 'How many were open at the end of each day; the last day is today, so far' },
  ),
  states: Type.Object({
    in_all: Count,
    unreadable: Count,
    proposed: Type.Integer({
      description: 'Those that a repository claims and nobody has: an admin may accept its claims',
    }),
    contested: Type.Integer({ description: 'Those that another repository claims than the one that has them' }),
    counts: described(Counts, 'Verdicts on the instances of all states, as the last analysis of each found them'),
  }),
  worst: Type.Array(IncidentLine, { description: 'The 8 worst that are open, of each severity the latest first' }),
  changed: About('Within the last 24 hours', {
    since: Time,
    opened: Count,
    resolved: Count,
  }),
  oldest: Nullable(IncidentLine),
  schedule: Nullable(schedule),
  next_run_at,
  last_skipped,
  last_analysis: Nullable(LastAnalysis),
  setup: About('The parts of the setup that exist; the others are missing', {
    cloud_connected: Type.Boolean({
      description: 'States can be read: a role and a bucket are named, or a state source is',
    }),
    verified_at: Nullable(Time, { examples: ['2026-01-31T09:30:00.000Z'] }),
    states: Count,
    analysed: Type.Boolean({ description: 'Something was analysed, or will be at once' }),
    code_host: oneOf(['installed', 'available', 'none'], 'none = this server works with no code host'),
  }),
});

export const DriftMap = Named('DriftMap', {
  cells: Type.Array(
    Named('DriftMapCell', 'The part of a state that lies in one place', {
      place: Nullable(
        text(
          'A repository, an account, a region or an outermost module; empty = the root module',
          'acme/infrastructure',
        ),
      ),
      state_key: key,
      resources: count('Instances that were not skipped'),
      drifted: count('Instances that the last analysis found changed or deleted'),
      not_checked: count('Instances that it did not check'),
      severity: described(Severity, 'Of the worst open incident'),
      open: count('Open incidents'),
      status,
      analysis_id,
    }),
    { description: 'The worst first, then the largest; 1,000 at most' },
  ),
  more: About('What is left out', { cells: Count, resources: Count }),
});

export const DriftMapQuery = Strict({
  by: Type.Optional(
    oneOf(MAP_KINDS, 'What the states are divided by: whose they are, or where their instances are', ['region']),
  ),
});

export function overviewRoutes(app: App): void {
  const { route } = operationsOf(app, 'organizations');

  route('getOrganizationOverview', 'GET /api/v1/orgs/:org_id/overview', 'read', {
    members: 'filtered',
    summary: 'Overview of an organization',
    description:
      'Open drift now and day by day, the worst of it, the states in numbers, what changed within a day, what comes next, and what is not set up yet.',
    query: OverviewQuery,
    success: { 200: OrganizationOverview },
    call: getOrganizationOverview,
  });
  route('mapDrift', 'GET /api/v1/orgs/:org_id/drift-map', 'read', {
    members: 'filtered',
    summary: 'Where the drift of an organization is',
    description: 'The states, divided by what `by` names, each part with its size and the worst that is open there.',
    query: DriftMapQuery,
    success: { 200: DriftMap },
    call: (ctx, input) => mapDrift(ctx, { by: 'repository', ...input }),
  });
}
