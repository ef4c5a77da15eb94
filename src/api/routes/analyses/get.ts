import { Type } from 'typebox';
import { getAnalysis } from '../../../services/analyses/get.ts';
import { Analysis } from '../../schemas/analysis.ts';
import { errors, Id } from '../../schemas/common.ts';
import type { ApiOptions, App } from '../../types.ts';

const params = Type.Object({ id: Id });

export function getAnalysisRoute(app: App, _options: ApiOptions): void {
  app.get(
    '/api/v1/analyses/:id',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getAnalysis',
        summary: 'One analysis with findings, coverage and summary',
        tags: ['analyses'],
        params,
        response: { 200: Analysis, ...errors(401, 403, 404, 422) },
      },
    },
    (request) => getAnalysis(request.ctx, request.params),
  );
}
