import { cloudSetup } from '../../../services/clouds/setup.ts';
import { CloudSetup } from '../../schemas/cloud-setup.ts';
import { CloudParams, errors } from '../../schemas/common.ts';
import type { ApiOptions, App } from '../../http/types.ts';

export function getCloudSetupRoute(app: App, _options: ApiOptions): void {
  app.get(
    '/api/v1/orgs/:org_id/:cloud/setup',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getCloudSetup',
        summary: 'Everything to connect the cloud with: policies, a CloudFormation template, Terraform',
        tags: ['clouds'],
        params: CloudParams,
        response: { 200: CloudSetup, ...errors(401, 403, 404, 422) },
      },
    },
    (request) => cloudSetup(request.ctx, request.params),
  );
}
