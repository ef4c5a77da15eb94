import { updateRepository } from '../../../services/repositories/update.ts';
import { errors, RepositoryParams } from '../../schemas/common.ts';
import { Repository, RepositoryPatch } from '../../schemas/repository.ts';
import type { ApiOptions, App } from '../../http/types.ts';

export function updateRepositoryRoute(app: App, _options: ApiOptions): void {
  app.patch(
    '/api/v1/orgs/:org_id/repos/:repo_id',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'updateRepository',
        summary: 'Allow details in reports of a public repository, or take them back',
        description:
          'In a public repository checks, comments and issues hold verdicts, counts and a link. With `public_details` they hold addresses, values and tags, which everybody may read then.',
        tags: ['repositories'],
        params: RepositoryParams,
        body: RepositoryPatch,
        response: { 200: Repository, ...errors(400, 401, 403, 404, 413, 415, 422) },
      },
    },
    (request) => updateRepository(request.ctx, { ...request.body, ...request.params }),
  );
}
