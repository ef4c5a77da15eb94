import { Type } from 'typebox';
import { operationsOf } from '../http/operations.ts';
import type { App } from '../http/types.ts';
import { CloudConfiguration } from './clouds.ts';
import { BySeverity } from './findings.ts';
import { State } from './states.ts';
import { LastAnalysis } from '../schemas/analysis.ts';
import { Nullable, oneOf, Strict, Time, Count, count, Named, About } from '../schemas/common.ts';
import { Address, Severity, StateKey } from '../schemas/finding.ts';
import { incidentId, IncidentResolution, IncidentStatus, summary } from '../schemas/incident.ts';
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

const { key, repo_id, repo_full_name, source, status, code, detail, counts, analysis_id, analysed_at } =
  State.properties;
const { schedule, next_run_at, last_skipped } = CloudConfiguration.properties;

const StateTile = Named('StateTile', {
  key,
  repo_id,
  repo_full_name,
  source,
  status,
  code,
  detail,
  severity: Severity,
  open: BySeverity,
  counts,
  analysis_id,
  analysed_at,
});

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
    tiles: Type.Array(StateTile, {
      description: 'The worst open drift first, then unreadable states; 500 at most',
    }),
    more: count('Number of further states'),
  }),
  changed: About('Within the last 24 hours', {
    since: Time,
    opened: Count,
    resolved: Count,
    latest: Type.Array(IncidentLine, { description: 'The latest 8' }),
  }),
  oldest: Nullable(IncidentLine),
  schedule: Nullable(schedule),
  next_run_at,
  last_skipped,
  last_analysis: Nullable(LastAnalysis),
  setup: About('The parts of the setup that exist; the others are missing', {
    cloud_connected: Type.Boolean({ description: 'A role and a bucket are named' }),
    verified_at: Nullable(Time, { examples: ['2026-01-31T09:30:00.000Z'] }),
    states: Count,
    analysed: Type.Boolean({ description: 'Something was analysed, or will be at once' }),
    code_host: oneOf(['installed', 'available', 'none'], 'none = this server works with no code host'),
  }),
});

export function overviewRoutes(app: App): void {
  const { route } = operationsOf(app, 'organizations');

  route('getOrganizationOverview', 'GET /api/v1/orgs/:org_id/overview', 'read', {
    members: 'filtered',
    summary: 'Overview of an organization',
    description:
      'Open drift now and day by day, the states with the worst of it, what changed within a day, what comes next, and what is not set up yet.',
    query: OverviewQuery,
    success: { 200: OrganizationOverview },
    call: getOrganizationOverview,
  });
}
