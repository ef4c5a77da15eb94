import { Type } from 'typebox';
import { listAnalyses } from '../../../services/analyses/list.ts';
import { sendPage } from '../../paging.ts';
import { AnalysisOverview, AnalysisStatus } from '../../schemas/analysis.ts';
import { errors, Id, OrgParams, PageFields } from '../../schemas/common.ts';
import type { ApiOptions, App } from '../../types.ts';

const querystring = Type.Object(
  {
    ...PageFields,
    repo_id: Type.Optional(Id),
    status: Type.Optional(AnalysisStatus),
  },
  { additionalProperties: false },
);

export function listAnalysesRoute(app: App, _options: ApiOptions): void {
  app.get(
    '/api/v1/analyses',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'listAnalyses',
        summary: 'Analyses that the key may see',
        tags: ['analyses'],
        querystring,
        response: { 200: Type.Array(AnalysisOverview), ...errors(401, 403, 422) },
      },
    },
    async (request, reply) => sendPage(request, reply, await listAnalyses(request.ctx, request.query)),
  );
}

export function listOrganizationAnalysesRoute(app: App, _options: ApiOptions): void {
  app.get(
    '/api/v1/orgs/:org_id/analyses',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'listOrganizationAnalyses',
        summary: 'Analyses of an organization',
        tags: ['analyses'],
        params: OrgParams,
        querystring,
        response: { 200: Type.Array(AnalysisOverview), ...errors(401, 403, 404, 422) },
      },
    },
    async (request, reply) =>
      sendPage(request, reply, await listAnalyses(request.ctx, { ...request.query, ...request.params })),
  );
}
