import { Type } from 'typebox';
import { getQuotas } from '../../../services/quotas/get.ts';
import { errors, OrgParams } from '../../schemas/common.ts';
import { QuotaStanding } from '../../schemas/quota.ts';
import type { ApiOptions, App } from '../../http/types.ts';

export function getQuotasRoute(app: App, _options: ApiOptions): void {
  app.get(
    '/api/v1/orgs/:org_id/quotas',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getQuotas',
        summary: 'How much an organization has, and how much it may have',
        tags: ['organizations'],
        params: OrgParams,
        response: { 200: Type.Array(QuotaStanding), ...errors(401, 403, 404, 422) },
      },
    },
    (request) => getQuotas(request.ctx, request.params),
  );
}
