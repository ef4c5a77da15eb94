import { Type } from 'typebox';
import { getAnalysis } from '../../../services/analyses/get.ts';
import { Analysis } from '../../schemas/analysis.ts';
import { errors, Id, oneOf } from '../../schemas/common.ts';
import type { ApiOptions, App } from '../../http/types.ts';

const params = Type.Object({ id: Id });
const querystring = Type.Object(
  {
    include: Type.Optional(
      oneOf(['suppressed'], 'Also what differs without being drift, with the stage that took it out and why'),
    ),
  },
  { additionalProperties: false },
);

export function getAnalysisRoute(app: App, _options: ApiOptions): void {
  app.get(
    '/api/v1/analyses/:id',
    {
      config: { access: 'read', members: 'filtered' },
      schema: {
        operationId: 'getAnalysis',
        summary: 'One analysis with findings, coverage and summary',
        tags: ['analyses'],
        params,
        querystring,
        response: { 200: Analysis, ...errors(401, 403, 404, 422) },
      },
    },
    (request) => getAnalysis(request.ctx, { ...request.params, ...request.query }),
  );
}
