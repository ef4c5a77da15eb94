import { Type } from 'typebox';
import { getAnalysisInBrief } from '../../../services/analyses/overview.ts';
import { AnalysisInBrief } from '../../schemas/analysis.ts';
import { errors, Id } from '../../schemas/common.ts';
import type { ApiOptions, App } from '../../http/types.ts';

export function getAnalysisInBriefRoute(app: App, _options: ApiOptions): void {
  app.get(
    '/api/v1/analyses/:id/overview',
    {
      config: { access: 'read', members: 'filtered' },
      schema: {
        operationId: 'getAnalysisInBrief',
        summary: 'One analysis without findings and coverage',
        description:
          'Those may be very many, and are listed page by page. `counts` are those of the instances that were looked at so far.',
        tags: ['analyses'],
        params: Type.Object({ id: Id }),
        response: { 200: AnalysisInBrief, ...errors(401, 403, 404, 422) },
      },
    },
    (request) => getAnalysisInBrief(request.ctx, request.params),
  );
}
