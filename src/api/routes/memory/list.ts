import { Type, type Static } from 'typebox';
import { listIncidents } from '../../../services/memory/list.ts';
import { sendPage } from '../../paging.ts';
import { errors, Id, OrgParams, PageFields } from '../../schemas/common.ts';
import { Severity } from '../../schemas/analysis.ts';
import { Incident, IncidentSource, IncidentStatus, ONE_LINE } from '../../schemas/memory.ts';
import type { ApiOptions, App } from '../../types.ts';

const querystring = Type.Object(
  {
    ...PageFields,
    cursor: Type.Optional(
      Type.String({
        ...PageFields.cursor,
        pattern: '^(?!0000)[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01]):[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$',
      }),
    ),
    repo_id: Type.Optional(Id),
    status: Type.Optional(
      Type.Unsafe<Static<typeof IncidentStatus>>({
        ...IncidentStatus,
        description: 'Those that last, or those that are over',
      }),
    ),
    source: Type.Optional(IncidentSource),
    severity: Type.Optional(
      Type.Unsafe<Static<typeof Severity>>({ ...Severity, description: 'The worst that it was' }),
    ),
    resource: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1000,
        pattern: ONE_LINE,
        description: 'Only those of this address',
        examples: ['aws_security_group.bastion'],
      }),
    ),
  },
  { additionalProperties: false },
);

export function listIncidentsRoute(app: App, _options: ApiOptions): void {
  app.get(
    '/api/v1/orgs/:org_id/incidents',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'listIncidents',
        summary: 'Incidents of an organization, the latest first',
        tags: ['memory'],
        params: OrgParams,
        querystring,
        response: { 200: Type.Array(Incident), ...errors(401, 403, 404, 422) },
      },
    },
    async (request, reply) =>
      sendPage(request, reply, await listIncidents(request.ctx, { ...request.query, ...request.params })),
  );
}
