import { leastPolicy } from '../../../services/clouds/policy.ts';
import { LeastPolicy } from '../../schemas/cloud.ts';
import { CloudParams, errors } from '../../schemas/common.ts';
import type { ApiOptions, App } from '../../http/types.ts';

export function getLeastPolicyRoute(app: App, _options: ApiOptions): void {
  app.get(
    '/api/v1/orgs/:org_id/:cloud/policy',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getLeastPolicy',
        summary: 'The least that the role has to be allowed, by what analyses really called',
        description:
          'Rests on the latest 20 analyses that came to a result, and on the latest one of all states. What they could not read, and what they did not find in the states, it does not know.',
        tags: ['clouds'],
        params: CloudParams,
        response: { 200: LeastPolicy, ...errors(401, 403, 404, 422) },
      },
    },
    (request) => leastPolicy(request.ctx, request.params),
  );
}
