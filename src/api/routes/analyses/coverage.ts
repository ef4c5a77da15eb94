import { Type } from 'typebox';
import { COVERAGE_CURSOR, pageCoverage } from '../../../services/analyses/page-coverage.ts';
import { sendPage } from '../../http/paging.ts';
import { errors, Id } from '../../schemas/common.ts';
import { CoverageFilters, LongPageFields, placeCursor } from '../../schemas/finding-page.ts';
import { Coverage } from '../../schemas/finding.ts';
import type { ApiOptions, App } from '../../http/types.ts';

export function listCoverageRoute(app: App, _options: ApiOptions): void {
  app.get(
    '/api/v1/analyses/:id/coverage',
    {
      config: { access: 'read', members: 'filtered' },
      schema: {
        operationId: 'listCoverage',
        summary: 'The verdicts of an analysis, page by page',
        description: 'One an instance, by state and in their order there, with what differs without being drift.',
        tags: ['analyses'],
        params: Type.Object({ id: Id }),
        querystring: Type.Object(
          { ...LongPageFields, cursor: placeCursor(COVERAGE_CURSOR), ...CoverageFilters },
          { additionalProperties: false },
        ),
        response: { 200: Type.Array(Coverage), ...errors(401, 403, 404, 422) },
      },
    },
    async (request, reply) =>
      sendPage(request, reply, await pageCoverage(request.ctx, { ...request.query, ...request.params })),
  );
}
