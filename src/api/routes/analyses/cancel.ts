import { Type } from 'typebox';
import { cancelAnalysis } from '../../../services/analyses/cancel.ts';
import { AnalysisOverview } from '../../schemas/analysis.ts';
import { errors, Id } from '../../schemas/common.ts';
import type { ApiOptions, App } from '../../http/types.ts';

const params = Type.Object({ id: Id });

export function cancelAnalysisRoute(app: App, _options: ApiOptions): void {
  app.post(
    '/api/v1/analyses/:id/cancel',
    {
      config: { access: 'write' },
      schema: {
        operationId: 'cancelAnalysis',
        summary: 'Cancel an analysis',
        description:
          'One that waits is never run; one that runs stops within seconds, and what it has found by then stays. 409 for one that has ended.',
        tags: ['analyses'],
        params,
        response: { 200: AnalysisOverview, ...errors(401, 403, 404, 409) },
      },
    },
    (request) => cancelAnalysis(request.ctx, request.params),
  );
}
