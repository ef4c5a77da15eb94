import { replaceStateMappings } from '../../../services/state-mapping/hand-mappings.ts';
import { errors, OrgParams } from '../../schemas/common.ts';
import { NewStateMappings, StateMappings } from '../../schemas/state.ts';
import type { ApiOptions, App } from '../../http/types.ts';

export function replaceStateMappingsRoute(app: App, _options: ApiOptions): void {
  app.put(
    '/api/v1/orgs/:org_id/state-mappings',
    {
      config: { access: 'write' },
      schema: {
        operationId: 'replaceStateMappings',
        summary: 'Say by hand which states belong to which repository',
        description: 'Takes what `GET` gives, changed. What is said here wins over what repositories say.',
        tags: ['states'],
        params: OrgParams,
        body: NewStateMappings,
        response: { 200: StateMappings, ...errors(400, 401, 403, 404, 409, 413, 415, 422) },
      },
    },
    (request) => replaceStateMappings(request.ctx, { ...request.params, ...request.body }),
  );
}
