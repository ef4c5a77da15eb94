import { previewIgnoreRules } from '../../../services/ignore-rules/preview.ts';
import { oneAtATime } from '../../http/in-turn.ts';
import { errors, OrgParams } from '../../schemas/common.ts';
import { IgnorePreview } from '../../schemas/ignore-preview.ts';
import { NewIgnoreRules } from '../../schemas/ignore-rules.ts';
import type { ApiOptions, App } from '../../http/types.ts';

export function previewIgnoreRulesRoute(app: App, _options: ApiOptions): void {
  const inTurn = oneAtATime();
  app.post(
    '/api/v1/orgs/:org_id/ignore-rules/preview',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'previewIgnoreRules',
        summary: 'What a list of rules would hide, and what it would bring back',
        description:
          'Takes what `PUT` takes and stores nothing. The rules are asked as an analysis asks them, together with those of repositories, of the latest look at each state.',
        tags: ['ignore rules'],
        params: OrgParams,
        body: NewIgnoreRules,
        response: { 200: IgnorePreview, ...errors(400, 401, 403, 404, 413, 415, 422) },
      },
    },
    (request, reply) => {
      const { ctx, params, body } = request;
      return inTurn(request, reply, (signal) => previewIgnoreRules(ctx, { ...params, rules: body.rules }, signal));
    },
  );
}
