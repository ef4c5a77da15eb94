import { saveCloudSettings } from '../../../services/clouds/settings.ts';
import { CloudConfiguration, CloudPatch } from '../../schemas/cloud.ts';
import { CloudParams, errors } from '../../schemas/common.ts';
import type { ApiOptions, App } from '../../http/types.ts';

export function saveCloudRoute(app: App, _options: ApiOptions): void {
  app.patch(
    '/api/v1/orgs/:org_id/:cloud',
    {
      config: { access: 'write' },
      schema: {
        operationId: 'saveCloudConfiguration',
        summary: 'Save the role and the state bucket',
        tags: ['clouds'],
        params: CloudParams,
        body: CloudPatch,
        response: { 200: CloudConfiguration, ...errors(400, 401, 403, 404, 409, 413, 415, 422) },
      },
    },
    (request) => saveCloudSettings(request.ctx, { ...request.params, patch: request.body }),
  );
}
