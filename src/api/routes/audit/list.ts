import { Type } from 'typebox';
import { listAudit, listInstanceAudit } from '../../../services/audit/list.ts';
import { sendPage } from '../../http/paging.ts';
import { AuditEvent } from '../../schemas/audit.ts';
import { described, errors, Id, OrgParams, PageFields } from '../../schemas/common.ts';
import type { ApiOptions, App } from '../../http/types.ts';

const action = Type.String({
  maxLength: 64,
  pattern: '^[a-z_]+\\.[a-z_]+$',
  description: 'What was done',
  examples: ['key.create'],
});
const actor = described(Id, '`operator`, `system`, or the id of a key');

const querystring = Type.Object(
  {
    ...PageFields,
    action: Type.Optional(action),
    actor: Type.Optional(actor),
    target_id: Type.Optional(described(Id, 'What was changed')),
  },
  { additionalProperties: false },
);

export function listAuditRoute(app: App, _options: ApiOptions): void {
  app.get(
    '/api/v1/orgs/:org_id/audit',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'listAuditEvents',
        summary: 'Who changed what, and when',
        tags: ['audit'],
        params: OrgParams,
        querystring,
        response: { 200: Type.Array(AuditEvent), ...errors(401, 403, 404, 422) },
      },
    },
    async (request, reply) =>
      sendPage(request, reply, await listAudit(request.ctx, { ...request.query, ...request.params })),
  );
}

export function listInstanceAuditRoute(app: App, _options: ApiOptions): void {
  app.get(
    '/api/v1/operator/audit',
    {
      config: { access: 'operator' },
      schema: {
        operationId: 'listInstanceAuditEvents',
        summary: 'What concerns the instance: sign-ins of the operator, exports of the database',
        tags: ['operator'],
        querystring,
        response: { 200: Type.Array(AuditEvent), ...errors(401, 403, 422) },
      },
    },
    async (request, reply) => sendPage(request, reply, await listInstanceAudit(request.ctx, request.query)),
  );
}
