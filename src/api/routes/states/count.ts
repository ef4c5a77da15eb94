import { countStates } from '../../../services/state-mapping/count-states.ts';
import { errors, OrgParams } from '../../schemas/common.ts';
import { StateCounts } from '../../schemas/state.ts';
import type { ApiOptions, App } from '../../http/types.ts';

export function countStatesRoute(app: App, _options: ApiOptions): void {
  app.get(
    '/api/v1/orgs/:org_id/states/counts',
    {
      config: { access: 'read', members: 'filtered' },
      schema: {
        operationId: 'countStates',
        summary: 'How many states there are, and how they stand',
        tags: ['states'],
        params: OrgParams,
        response: { 200: StateCounts, ...errors(401, 403, 404) },
      },
    },
    (request) => countStates(request.ctx, request.params),
  );
}
