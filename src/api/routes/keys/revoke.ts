import { Type } from 'typebox';
import { revokeKey } from '../../../services/keys/revoke.ts';
import { errors } from '../../schemas/common.ts';
import { KeyParams } from '../../schemas/key.ts';
import type { ApiOptions, App } from '../../http/types.ts';

export function revokeKeyRoute(app: App, _options: ApiOptions): void {
  app.delete(
    '/api/v1/orgs/:org_id/keys/:key_id',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'revokeKey',
        summary: 'Revoke an API key',
        tags: ['keys'],
        params: KeyParams,
        response: { 204: Type.Null({ description: 'Revoked' }), ...errors(401, 403, 404, 422) },
      },
    },
    async (request, reply) => {
      await revokeKey(request.ctx, request.params);
      return reply.code(204).send(null);
    },
  );
}
