import { recall } from '../../../services/memory/recall.ts';
import { errors } from '../../schemas/common.ts';
import { OrgQuery, RecallRequest, Recollection } from '../../schemas/memory.ts';
import type { ApiOptions, App } from '../../http/types.ts';

export function recallRoute(app: App, _options: ApiOptions): void {
  app.post(
    '/api/v1/memory/recall',
    {
      config: { access: 'read', members: 'filtered', limits: 'recall' },
      schema: {
        operationId: 'recall',
        summary: 'Has this gone wrong here before?',
        description:
          'The past incidents of a project that are most like an intent, by cosine similarity. Draws on limits of its own.',
        tags: ['memory'],
        querystring: OrgQuery,
        body: RecallRequest,
        response: { 200: Recollection, ...errors(400, 401, 403, 404, 409, 413, 415, 422) },
      },
    },
    (request) => recall(request.ctx, { ...request.body, ...request.query }),
  );
}
