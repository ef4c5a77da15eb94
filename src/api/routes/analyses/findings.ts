import { Type } from 'typebox';
import { FINDINGS_CURSOR } from '../../../services/analyses/findings-page.ts';
import { groupFindings } from '../../../services/analyses/group-findings.ts';
import { pageFindings } from '../../../services/analyses/page-findings.ts';
import { sendPage } from '../../http/paging.ts';
import { errors, Id } from '../../schemas/common.ts';
import { FindingFilters, FindingGroups, LongPageFields, placeCursor } from '../../schemas/finding-page.ts';
import { Finding } from '../../schemas/finding.ts';
import type { ApiOptions, App } from '../../http/types.ts';

const params = Type.Object({ id: Id });

export function listFindingsRoute(app: App, _options: ApiOptions): void {
  app.get(
    '/api/v1/analyses/:id/findings',
    {
      config: { access: 'read', members: 'filtered' },
      schema: {
        operationId: 'listFindings',
        summary: 'The findings of an analysis, page by page',
        description:
          'The worst first, then by state and in their order there. While the analysis runs there may come some before the place of a cursor.',
        tags: ['analyses'],
        params,
        querystring: Type.Object(
          { ...LongPageFields, cursor: placeCursor(FINDINGS_CURSOR), ...FindingFilters },
          { additionalProperties: false },
        ),
        response: { 200: Type.Array(Finding), ...errors(401, 403, 404, 422) },
      },
    },
    async (request, reply) =>
      sendPage(request, reply, await pageFindings(request.ctx, { ...request.query, ...request.params })),
  );
}

export function groupFindingsRoute(app: App, _options: ApiOptions): void {
  app.get(
    '/api/v1/analyses/:id/groups',
    {
      config: { access: 'read', members: 'filtered' },
      schema: {
        operationId: 'groupFindings',
        summary: 'How many findings an analysis has, by state and module',
        description: 'Of those that fit, as lists of findings are asked for.',
        tags: ['analyses'],
        params,
        querystring: Type.Object(FindingFilters, { additionalProperties: false }),
        response: { 200: FindingGroups, ...errors(401, 403, 404, 422) },
      },
    },
    (request) => groupFindings(request.ctx, { ...request.query, ...request.params }),
  );
}
