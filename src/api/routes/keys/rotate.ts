import { rotateKey } from '../../../services/keys/rotate.ts';
import { errors } from '../../schemas/common.ts';
import { CreatedKey, KeyParams, Rotation } from '../../schemas/key.ts';
import type { ApiOptions, App } from '../../http/types.ts';

export function rotateKeyRoute(app: App, _options: ApiOptions): void {
  app.post(
    '/api/v1/orgs/:org_id/keys/:key_id/rotate',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'rotateKey',
        summary: 'Replace an API key',
        description:
          'Makes a key with the same name, scopes and expiry. The old one goes on working for the grace period, and is then expired.',
        tags: ['keys'],
        params: KeyParams,
        body: Rotation,
        response: { 201: CreatedKey, ...errors(400, 401, 403, 404, 409, 413, 415, 422) },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await rotateKey(request.ctx, { ...request.params, ...request.body })),
  );
}
