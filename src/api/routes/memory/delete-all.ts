import { Type } from 'typebox';
import { deleteIncidents } from '../../../services/memory/delete-all.ts';
import { errors, Strict } from '../../schemas/common.ts';
import { OrgQuery, ProjectName } from '../../schemas/memory.ts';
import type { ApiOptions, App } from '../../http/types.ts';

export function deleteIncidentsRoute(app: App, _options: ApiOptions): void {
  app.delete(
    '/api/v1/memory/incidents',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'deleteIncidents',
        summary: 'Forget all incidents of a project',
        description:
          'Of a repository its own, of the organization every one, those of its repositories too. They cannot be brought back, but from an export.',
        tags: ['memory'],
        querystring: Strict({ project: ProjectName, ...OrgQuery.properties }),
        response: {
          200: Type.Object(
            { deleted: Type.Integer({ minimum: 0, description: 'How many it were', examples: [84] }) },
            { title: 'Forgotten' },
          ),
          ...errors(401, 403, 404, 409, 422),
        },
      },
    },
    (request) => deleteIncidents(request.ctx, request.query),
  );
}
