import { Type } from 'typebox';
import { updateQuotas } from '../../../services/quotas/update.ts';
import { errors, OrgParams } from '../../schemas/common.ts';
import { QuotaPatch, QuotaStanding } from '../../schemas/quota.ts';
import type { ApiOptions, App } from '../../http/types.ts';

export function updateQuotasRoute(app: App, _options: ApiOptions): void {
  app.patch(
    '/api/v1/orgs/:org_id/quotas',
    {
      config: { access: 'operator' },
      schema: {
        operationId: 'updateQuotas',
        summary: 'Allow an organization more or less than the default',
        description: 'What the organization has already stays.',
        tags: ['organizations'],
        params: OrgParams,
        body: QuotaPatch,
        response: { 200: Type.Array(QuotaStanding), ...errors(400, 401, 403, 404, 413, 415, 422) },
      },
    },
    (request) => updateQuotas(request.ctx, { ...request.body, ...request.params }),
  );
}
