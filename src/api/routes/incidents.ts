import { Type } from 'typebox';
import { csvAnswer, MAX_EXPORT_MS, sendCsv } from '../http/exports.ts';
import { link, operationsOf } from '../http/operations.ts';
import type { App } from '../http/types.ts';
import { RetentionDays } from './organizations.ts';
import {
  ANY_TEXT,
  described,
  Id,
  Located,
  PageFields,
  Strict,
  text,
  count,
  About,
  Named,
  oneOf,
} from '../schemas/common.ts';
import { FindingKind, Severity } from '../schemas/finding.ts';
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
import { INCIDENT_ORDERS } from '../../store/queries/incidents.ts';
import { incidentsCsv } from '../../texts/csv.ts';
import { allIncidents, countIncidents, getIncident, listIncidents } from '../../services/memory/list.ts';
import { createIncident } from '../../services/memory/create.ts';
import { deleteIncidents, deleteIncident } from '../../services/memory/delete.ts';
import { countExpiring } from '../../services/memory/expire.ts';
import { recall } from '../../services/memory/recall.ts';

const POSITION = '(?!0000)[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01]):[A-Za-z0-9][A-Za-z0-9._:-]{0,99}';
const cursor = (pattern: string) => Type.Optional(Type.String({ ...PageFields.cursor, pattern }));

/** A position in a list of incidents: a day and an id. */
export const IncidentPageFields = { ...PageFields, cursor: cursor(`^${POSITION}$`) };

const part = (description: string, example: string) =>
  Type.Optional(text(description, example, { minLength: 1, maxLength: 1000, pattern: ANY_TEXT }));

const Sort = Type.Optional(
  oneOf(INCIDENT_ORDERS, 'By the day they began, the newest first (default); severity = the worst first'),
);

/** The same, with the severity's rank first in lists by severity. */
const SortedPageFields = { ...IncidentPageFields, cursor: cursor(`^(?:[1-6]\\.)?${POSITION}$`), sort: Sort };

const day = (description: string) =>
  Type.Optional(Type.String({ format: 'date', pattern: SOME_YEAR, description, examples: ['2026-01-31'] }));

export const IncidentFilterFields = {
  repo_id: Type.Optional(Id),
  status: Type.Optional(described(IncidentStatus, 'Open or resolved')),
  source: Type.Optional(IncidentSource),
  severity: Type.Optional(described(Severity, 'The worst that it was')),
  resolution: Type.Optional(IncidentResolution),
  kind: Type.Optional(FindingKind),
  type: part('Only of this resource type', 'aws_subnet'),
  region: part('Only those that were seen last in this region', 'eu-west-1'),
  account: part('Only those that were seen last in this account', '123456789012'),
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
  q: part('A part of the address or of the summary, without regard to case', 'bastion'),
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
  types: Type.Array(Type.String({ examples: ['aws_subnet'] }), {
    description: 'Resource types of all incidents, whatever the filter; 500 at most',
  }),
  regions: Type.Array(Type.String({ examples: ['eu-west-1'] }), { description: 'Their regions' }),
  accounts: Type.Array(Type.String({ examples: ['123456789012'] }), { description: 'Their accounts' }),
});

export const ExpiringIncidents = Named('ExpiringIncidents', {
  before: Type.String({ ...date, format: 'date', description: 'The day before which they were resolved' }),
  incidents: count('How many there are', 12),
});

const CSV = csvAnswer('"status","resolution","severity"\r\n"open","","high"\r\n');

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
    query: Strict({ ...SortedPageFields, ...IncidentFilterFields }),
    items: Incident,
    call: listIncidents,
  });
  route('exportIncidentsCsv', 'GET /api/v1/orgs/:org_id/incidents/csv', 'read', {
    members: 'filtered',
    handlerTimeout: MAX_EXPORT_MS,
    summary: 'The incidents of an organization as CSV',
    description:
      'For spreadsheets: one a line, those that fit the same filters as the list takes. A cell that a spreadsheet would take for a formula begins with an apostrophe.',
    query: Strict({ ...IncidentFilterFields, sort: Sort }),
    success: CSV,
    call: async (ctx, input, exchange) =>
      sendCsv(exchange, 'incidents.csv', incidentsCsv(await allIncidents(ctx, input))),
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
