import { Type } from 'typebox';
import { link, operationsOf } from '../http/operations.ts';
import type { App } from '../http/types.ts';
import { RetentionDays } from './organizations.ts';
import { ANY_TEXT, described, Id, Located, PageFields, Strict, text, count, About, Named } from '../schemas/common.ts';
import { Severity } from '../schemas/finding.ts';
import {
  date,
  Incident,
  IncidentParams,
  IncidentResolution,
  IncidentSource,
  IncidentStatus,
  NewIncident,
  ONE_LINE,
  OrgQuery,
  ProjectName,
  RecallRequest,
  Recollection,
  SOME_YEAR,
} from '../schemas/incident.ts';
import { bySeverity } from '../../engine/model/analysis.ts';
import { countIncidents, getIncident, listIncidents } from '../../services/memory/list.ts';
import { createIncident } from '../../services/memory/create.ts';
import { deleteIncidents, deleteIncident } from '../../services/memory/delete.ts';
import { countExpiring } from '../../services/memory/expire.ts';
import { recall } from '../../services/memory/recall.ts';

/** A place in a list of incidents: a day, and an id. */
export const IncidentPageFields = {
  ...PageFields,
  cursor: Type.Optional(
    Type.String({
      ...PageFields.cursor,
      pattern: '^(?!0000)[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01]):[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$',
    }),
  ),
};

const day = (description: string) =>
  Type.Optional(Type.String({ format: 'date', pattern: SOME_YEAR, description, examples: ['2026-01-31'] }));

export const IncidentFilterFields = {
  repo_id: Type.Optional(Id),
  status: Type.Optional(described(IncidentStatus, 'Open or resolved')),
  source: Type.Optional(IncidentSource),
  severity: Type.Optional(described(Severity, 'The worst that it was')),
  resolution: Type.Optional(IncidentResolution),
  resource: Type.Optional(
    text('Only those of this address', 'aws_security_group.bastion', {
      minLength: 1,
      maxLength: 1000,
      pattern: ONE_LINE,
    }),
  ),
  state_key: Type.Optional(
    text('Only those that were seen last in this state', 'prod/network.tfstate', {
      minLength: 1,
      maxLength: 1024,
      pattern: ANY_TEXT,
    }),
  ),
  q: Type.Optional(
    text('A part of the address or of the summary, without regard to case', 'bastion', {
      minLength: 1,
      maxLength: 1000,
      pattern: ANY_TEXT,
    }),
  ),
  since: day('Only those that began on this day or later'),
  until: day('Only those that began on this day or earlier'),
};

export const IncidentCounts = Named('IncidentCounts', {
  total: count('How many fit', 3),
  open: count('Open ones', 3),
  resolved: count('Resolved ones', 3),
  open_severities: About(
    'Null for incidents that a person wrote',
    bySeverity((one) => count(`Open ones that were ${one} at worst`, 3)),
  ),
});

export const ExpiringIncidents = Named('ExpiringIncidents', {
  before: Type.String({ ...date, format: 'date', description: 'The day before which they were resolved' }),
  incidents: count('How many there are', 12),
});

export function incidentRoutes(app: App): void {
  const { list, route } = operationsOf(app, 'memory');

  route('recall', 'POST /api/v1/memory/recall', 'read', {
    members: 'filtered',
    limits: 'recall',
    summary: 'Has this gone wrong here before?',
    description:
      'The past incidents of a project that are most similar to an intent, by cosine similarity. Draws on limits of its own.',
    query: OrgQuery,
    body: RecallRequest,
    success: { 200: Recollection },
    errors: [404, 409],
    call: recall,
  });
  route('createIncident', 'POST /api/v1/memory/incidents', 'write', {
    links: {
      get: link('getIncident', 'The incident', { id: '$response.body#/id' }),
      forget: link('deleteIncident', 'Delete this incident', { id: '$response.body#/id' }),
    },
    summary: 'Create an incident',
    description: 'A post-mortem, for instance. The next recall finds it.',
    query: OrgQuery,
    body: NewIncident,
    success: { 201: Located(Incident) },
    errors: [404, 409],
    call: async (ctx, input, { reply }) => {
      const incident = await createIncident(ctx, input);
      void reply.header('Location', `/api/v1/incidents/${incident.id}`);
      return incident;
    },
  });
  route('deleteIncident', 'DELETE /api/v1/memory/incidents/:id', 'write', {
    summary: 'Delete an incident',
    params: IncidentParams,
    query: OrgQuery,
    success: { 204: Type.Null({ description: 'Deleted' }) },
    errors: [409],
    call: deleteIncident,
  });
  route('deleteIncidents', 'DELETE /api/v1/memory/incidents', 'admin', {
    summary: 'Delete all incidents of a project',
    description:
      'Of a repository its own, of the organization every one, those of its repositories too. They cannot be brought back, but from an export.',
    query: Strict({ project: ProjectName, ...OrgQuery.properties }),
    success: {
      200: Named('Forgotten', { deleted: count('Number of incidents that were deleted', 84) }),
    },
    errors: [404, 409],
    call: deleteIncidents,
  });
  list('listIncidents', 'GET /api/v1/orgs/:org_id/incidents', 'read', {
    members: 'filtered',
    summary: 'Incidents of an organization, the latest first',
    query: Strict({ ...IncidentPageFields, ...IncidentFilterFields }),
    items: Incident,
    call: listIncidents,
  });
  route('countIncidents', 'GET /api/v1/orgs/:org_id/incidents/counts', 'read', {
    members: 'filtered',
    summary: 'Number of incidents that fit a filter',
    query: Strict(IncidentFilterFields),
    success: { 200: IncidentCounts },
    call: countIncidents,
  });
  route('countExpiringIncidents', 'GET /api/v1/orgs/:org_id/incidents/expiring', 'read', {
    summary: 'Number of incidents that a retention period would delete',
    description: 'Check it before `incident_retention_days` is changed: incidents are deleted for good.',
    query: Strict({ days: Type.Integer(RetentionDays) }),
    success: { 200: ExpiringIncidents },
    call: countExpiring,
  });
  route('getIncident', 'GET /api/v1/incidents/:id', 'read', {
    members: 'filtered',
    summary: 'One incident',
    params: IncidentParams,
    query: OrgQuery,
    success: { 200: Incident },
    errors: [409],
    call: getIncident,
  });
}
