import { getIgnoreRules } from '../../../services/ignore-rules/get.ts';
import { errors, OrgParams } from '../../schemas/common.ts';
import { IgnoreRules } from '../../schemas/ignore-rules.ts';
import type { ApiOptions, App } from '../../http/types.ts';

export function getIgnoreRulesRoute(app: App, _options: ApiOptions): void {
  app.get(
    '/api/v1/orgs/:org_id/ignore-rules',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getIgnoreRules',
        summary: 'What is ignored, and why',
        tags: ['ignore rules'],
        params: OrgParams,
        response: { 200: IgnoreRules, ...errors(401, 403, 404) },
      },
    },
    (request) => getIgnoreRules(request.ctx, request.params),
  );
}
