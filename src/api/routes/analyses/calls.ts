import { Type } from 'typebox';
import { getAnalysisCalls } from '../../../services/analyses/calls.ts';
import { AnalysisCalls } from '../../schemas/calls.ts';
import { errors, Id } from '../../schemas/common.ts';
import type { ApiOptions, App } from '../../http/types.ts';

export function getAnalysisCallsRoute(app: App, _options: ApiOptions): void {
  app.get(
    '/api/v1/analyses/:id/calls',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getAnalysisCalls',
        summary: 'What an analysis called at the cloud, by service and action',
        description: 'What it called so far while it runs: the figures grow with every state that is done.',
        tags: ['analyses'],
        params: Type.Object({ id: Id }),
        response: { 200: AnalysisCalls, ...errors(401, 403, 404, 422) },
      },
    },
    (request) => getAnalysisCalls(request.ctx, request.params),
  );
}
