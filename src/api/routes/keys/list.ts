import { Type } from 'typebox';
import { listKeys } from '../../../services/keys/list.ts';
import { sendPage } from '../../http/paging.ts';
import { errors, OrgParams, PageFields } from '../../schemas/common.ts';
import { ApiKey } from '../../schemas/key.ts';
import type { ApiOptions, App } from '../../http/types.ts';

export function listKeysRoute(app: App, _options: ApiOptions): void {
  app.get(
    '/api/v1/orgs/:org_id/keys',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'listKeys',
        summary: 'The API keys of an organization',
        tags: ['keys'],
        params: OrgParams,
        querystring: Type.Object(PageFields, { additionalProperties: false }),
        response: { 200: Type.Array(ApiKey), ...errors(401, 403, 404, 422) },
      },
    },
    async (request, reply) =>
      sendPage(request, reply, await listKeys(request.ctx, { ...request.query, org_id: request.params.org_id })),
  );
}
