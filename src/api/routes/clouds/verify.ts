import { Type } from 'typebox';
import { verifyCloud } from '../../../services/clouds/verify.ts';
import { Verification } from '../../schemas/cloud.ts';
import { described, errors, Id } from '../../schemas/common.ts';
import type { ApiOptions, App } from '../../http/types.ts';

const params = Type.Object({ cloud: Type.String({ maxLength: 32, pattern: '^[a-z0-9-]+$', examples: ['aws'] }) });
const querystring = Type.Object(
  { org_id: Type.Optional(described(Id, 'Needed with the operator key')) },
  { additionalProperties: false },
);

export function verifyCloudRoute(app: App, _options: ApiOptions): void {
  app.get(
    '/api/v1/:cloud/verify',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'verifyCloud',
        summary: 'Really assume the role and list the bucket',
        tags: ['clouds'],
        params,
        querystring,
        response: { 200: Verification, ...errors(401, 403, 404, 409, 422) },
      },
    },
    (request) => verifyCloud(request.ctx, { ...request.query, cloud: request.params.cloud }),
  );
}
