import { previewStateMappings } from '../../../services/state-mapping/preview-mappings.ts';
import { oneAtATime } from '../../http/in-turn.ts';
import { errors, OrgParams } from '../../schemas/common.ts';
import { MappingPreview, PreviewedMappings } from '../../schemas/state.ts';
import type { ApiOptions, App } from '../../http/types.ts';

export function previewStateMappingsRoute(app: App, _options: ApiOptions): void {
  const inTurn = oneAtATime();
  app.post(
    '/api/v1/orgs/:org_id/state-mappings/preview',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'previewStateMappings',
        summary: 'What a list of mappings by hand would change',
        description: 'Of the states that the last analyses found. Changes nothing.',
        tags: ['states'],
        params: OrgParams,
        body: PreviewedMappings,
        response: { 200: MappingPreview, ...errors(400, 401, 403, 404, 413, 415, 422) },
      },
    },
    (request, reply) => {
      const { ctx, params, body } = request;
      return inTurn(request, reply, (signal) => previewStateMappings(ctx, { ...params, ...body }, signal));
    },
  );
}
