import { getCloudSettings } from '../../../services/clouds/settings.ts';
import { CloudConfiguration } from '../../schemas/cloud.ts';
import { CloudParams, errors } from '../../schemas/common.ts';
import type { ApiOptions, App } from '../../http/types.ts';

export function getCloudRoute(app: App, _options: ApiOptions): void {
  app.get(
    '/api/v1/orgs/:org_id/:cloud',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getCloudConfiguration',
        summary: 'The role, the state bucket, and the policies to paste',
        tags: ['clouds'],
        params: CloudParams,
        response: { 200: CloudConfiguration, ...errors(401, 403, 404, 422) },
      },
    },
    (request) => getCloudSettings(request.ctx, request.params),
  );
}
