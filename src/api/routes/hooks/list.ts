import { Type } from 'typebox';
import { getHook, listHooks } from '../../../services/notifications/list.ts';
import { sendPage } from '../../http/paging.ts';
import { errors, OrgParams, PageFields } from '../../schemas/common.ts';
import { Hook, HookParams } from '../../schemas/hook.ts';
import type { ApiOptions, App } from '../../http/types.ts';

export function listHooksRoute(app: App, _options: ApiOptions): void {
  app.get(
    '/api/v1/orgs/:org_id/webhooks',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'listWebhooks',
        summary: 'The webhooks of an organization',
        tags: ['notifications'],
        params: OrgParams,
        querystring: Type.Object(PageFields, { additionalProperties: false }),
        response: { 200: Type.Array(Hook), ...errors(401, 403, 404, 422) },
      },
    },
    async (request, reply) =>
      sendPage(request, reply, await listHooks(request.ctx, { ...request.query, ...request.params })),
  );
}

export function getHookRoute(app: App, _options: ApiOptions): void {
  app.get(
    '/api/v1/orgs/:org_id/webhooks/:hook_id',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'getWebhook',
        summary: 'One webhook',
        tags: ['notifications'],
        params: HookParams,
        response: { 200: Hook, ...errors(401, 403, 404) },
      },
    },
    (request) => getHook(request.ctx, request.params),
  );
}
