import { getStateMappings } from '../../../services/state-mapping/hand-mappings.ts';
import { errors, OrgParams } from '../../schemas/common.ts';
import { StateMappings } from '../../schemas/state.ts';
import type { ApiOptions, App } from '../../http/types.ts';

export function getStateMappingsRoute(app: App, _options: ApiOptions): void {
  app.get(
    '/api/v1/orgs/:org_id/state-mappings',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getStateMappings',
        summary: 'Which states belong to which repository by hand',
        tags: ['states'],
        params: OrgParams,
        response: { 200: StateMappings, ...errors(401, 403, 404) },
      },
    },
    (request) => getStateMappings(request.ctx, request.params),
  );
}
