import { Type } from 'typebox';
import { getByInstallation } from '../../../services/organizations/by-installation.ts';
import { errors } from '../../schemas/common.ts';
import { Organization } from '../../schemas/organization.ts';
import type { ApiOptions, App } from '../../http/types.ts';

const params = Type.Object({
  id: Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: "The installation's number on the code host",
  }),
});

export function getByInstallationRoute(app: App, _options: ApiOptions): void {
  app.get(
    '/api/v1/orgs/by-installation/:id',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getOrganizationByInstallation',
        summary: 'The organization of an installation',
        description:
          'An installation that no webhook told of is asked for at the code host, and becomes an organization; its repositories follow within seconds. 409 where the operator has to say first whose it is.',
        tags: ['organizations'],
        params,
        response: { 200: Organization, ...errors(401, 403, 404, 409) },
      },
    },
    (request) => getByInstallation(request.ctx, request.params),
  );
}
