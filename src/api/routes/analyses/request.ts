import { Type } from 'typebox';
import { requestAnalysis } from '../../../services/analyses/request.ts';
import { AnalysisOverview, NewAnalysis } from '../../schemas/analysis.ts';
import { errors, Located, OrgParams } from '../../schemas/common.ts';
import type { ApiOptions, App } from '../../http/types.ts';

const headers = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: '^[\\x21-\\x7e]+$',
      description: 'Repeating it repeats the answer; a new one starts an analysis of its own',
    }),
  ),
});

export function requestAnalysisRoute(app: App, _options: ApiOptions): void {
  app.post(
    '/api/v1/orgs/:org_id/analyses',
    {
      config: { access: 'write' },
      links: {
        202: {
          get: { operationId: 'getAnalysis', parameters: { id: '$response.body#/id' }, description: 'How far it is' },
        },
      },
      schema: {
        operationId: 'requestAnalysis',
        summary: 'Start an analysis',
        description:
          'Answers at once; the analysis runs in the background and is found at `Location`. An equal one that waits already is the answer, unless there is an `Idempotency-Key`.',
        tags: ['analyses'],
        params: OrgParams,
        headers,
        body: NewAnalysis,
        response: { 202: Located(AnalysisOverview), ...errors(400, 401, 403, 404, 409, 413, 415, 422) },
      },
    },
    async (request, reply) => {
      const idempotency_key = request.headers['idempotency-key'];
      const analysis = await requestAnalysis(request.ctx, { ...request.body, ...request.params, idempotency_key });
      return reply.code(202).header('Location', `/api/v1/analyses/${analysis.id}`).send(analysis);
    },
  );
}
