import { replaceIgnoreRules } from '../../../services/ignore-rules/replace.ts';
import { errors, OrgParams } from '../../schemas/common.ts';
import { IgnoreRules, NewIgnoreRules } from '../../schemas/ignore-rules.ts';
import type { ApiOptions, App } from '../../http/types.ts';

export function replaceIgnoreRulesRoute(app: App, _options: ApiOptions): void {
  app.put(
    '/api/v1/orgs/:org_id/ignore-rules',
    {
      config: { access: 'write' },
      schema: {
        operationId: 'replaceIgnoreRules',
        summary: 'Replace the list of what is ignored',
        description:
          'Takes what `GET` gives, changed. Rules count from the next analysis on. A rule that would ignore everything is refused.',
        tags: ['ignore rules'],
        params: OrgParams,
        body: NewIgnoreRules,
        response: { 200: IgnoreRules, ...errors(400, 401, 403, 404, 409, 413, 415, 422) },
      },
    },
    (request) => replaceIgnoreRules(request.ctx, { ...request.params, ...request.body }),
  );
}
