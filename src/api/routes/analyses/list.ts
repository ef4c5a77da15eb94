import { Type } from 'typebox';
import { listAnalyses } from '../../../services/analyses/list.ts';
import { sendPage } from '../../http/paging.ts';
import { AnalysisStatus, ListedAnalysis, TriggerKind } from '../../schemas/analysis.ts';
import { errors, Id, oneOf, OrgParams, PageFields, Time } from '../../schemas/common.ts';
import { SeverityAtLeast } from '../../schemas/finding-page.ts';
import type { ApiOptions, App } from '../../http/types.ts';

const querystring = Type.Object(
  {
    ...PageFields,
    repo_id: Type.Optional(Id),
    status: Type.Optional(AnalysisStatus),
    trigger: Type.Optional(TriggerKind),
    severity_at_least: SeverityAtLeast,
    since: Type.Optional(Type.String({ ...Time, description: 'Asked for then or later' })),
    until: Type.Optional(Type.String({ ...Time, description: 'Asked for before then' })),
    without: Type.Optional(oneOf(['states'], 'Leaves out what is said of each state: there may be hundreds')),
  },
  { additionalProperties: false },
);

export function listAnalysesRoute(app: App, _options: ApiOptions): void {
  app.get(
    '/api/v1/analyses',
    {
      config: { access: 'read', members: 'filtered' },
      schema: {
        operationId: 'listAnalyses',
        summary: 'Analyses that the key may see',
        tags: ['analyses'],
        querystring,
        response: { 200: Type.Array(ListedAnalysis), ...errors(401, 403, 422) },
      },
    },
    async (request, reply) => sendPage(request, reply, await listAnalyses(request.ctx, request.query)),
  );
}

export function listOrganizationAnalysesRoute(app: App, _options: ApiOptions): void {
  app.get(
    '/api/v1/orgs/:org_id/analyses',
    {
      config: { access: 'read', members: 'filtered' },
      schema: {
        operationId: 'listOrganizationAnalyses',
        summary: 'Analyses of an organization',
        tags: ['analyses'],
        params: OrgParams,
        querystring,
        response: { 200: Type.Array(ListedAnalysis), ...errors(401, 403, 404, 422) },
      },
    },
    async (request, reply) =>
      sendPage(request, reply, await listAnalyses(request.ctx, { ...request.query, ...request.params })),
  );
}
