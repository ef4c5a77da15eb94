import { Type } from 'typebox';
import { listSessions } from '../../../services/sessions/list.ts';
import { sendPage } from '../../http/paging.ts';
import { errors, OrgParams, PageFields } from '../../schemas/common.ts';
import { OrganizationSession } from '../../schemas/session.ts';
import type { ApiOptions, App } from '../../http/types.ts';
import { sessionOf } from './session-of.ts';

export function listSessionsRoute(app: App, _options: ApiOptions): void {
  app.get(
    '/api/v1/orgs/:org_id/sessions',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'listSessions',
        summary: 'Who is signed in to an organization',
        tags: ['sessions'],
        params: OrgParams,
        querystring: Type.Object(PageFields, { additionalProperties: false }),
        response: { 200: Type.Array(OrganizationSession), ...errors(401, 403, 404, 422) },
      },
    },
    async (request, reply) => {
      const input = { ...request.query, org_id: request.params.org_id, session: sessionOf(request) };
      return sendPage(request, reply, await listSessions(request.ctx, input));
    },
  );
}
