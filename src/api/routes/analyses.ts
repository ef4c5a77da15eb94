import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { operationsOf } from '../http/operations.ts';
import type { App } from '../http/types.ts';
import { SeverityAtLeast } from './findings.ts';
import {
  Analysis,
  AnalysisCalls,
  AnalysisInBrief,
  AnalysisOverview,
  AnalysisStatus,
  ListedAnalysis,
  NewAnalysis,
  TriggerKind,
} from '../schemas/analysis.ts';
import { Id, IdParams, Located, oneOf, OrgParams, PageFields, Strict, Time } from '../schemas/common.ts';
import { errors } from '../schemas/errors.ts';
import { getAnalysisCalls, getAnalysis } from '../../services/analyses/get.ts';
import { cancelAnalysis } from '../../services/analyses/cancel.ts';
import { listAnalyses, getAnalysisInBrief, reportAnalysis } from '../../services/analyses/overview.ts';
import { requestAnalysis } from '../../services/analyses/request.ts';

const AnalysisFilters = Strict({
  ...PageFields,
  repo_id: Type.Optional(Id),
  status: Type.Optional(AnalysisStatus),
  trigger: Type.Optional(TriggerKind),
  severity_at_least: SeverityAtLeast,
  since: Type.Optional(Type.String({ ...Time, description: 'Asked for then or later' })),
  until: Type.Optional(Type.String({ ...Time, description: 'Asked for before then' })),
  without: Type.Optional(oneOf(['states'], 'Leaves out the list of states, which may be hundreds')),
});

const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: '^[\\x21-\\x7e]+$',
      description: 'Repeating it repeats the answer; a new one starts an analysis of its own',
    }),
  ),
});

const Report = Type.String({ examples: ['## No drift: 42 resources checked.\n'] });

export function analysisRoutes(app: App): void {
  const { list, route } = operationsOf(app, 'analyses');

  app.post(
    '/api/v1/orgs/:org_id/analyses',
    {
      config: { access: 'write' },
      links: {
        202: {
          get: { operationId: 'getAnalysis', parameters: { id: '$response.body#/id' }, description: 'Status' },
        },
      },
      schema: {
        operationId: 'requestAnalysis',
        summary: 'Start an analysis',
        description:
          'Answers at once; the analysis runs in the background and can be read at `Location`. An equal queued analysis is reused, unless there is an `Idempotency-Key`.',
        tags: ['analyses'],
        params: OrgParams,
        headers: IdempotencyHeaders,
        body: NewAnalysis,
        response: { 202: Located(AnalysisOverview), ...errors(409) },
      },
    },
    async (request, reply) => {
      const idempotency_key = request.headers['idempotency-key'];
      const analysis = await requestAnalysis(request.ctx, { ...request.body, ...request.params, idempotency_key });
      return reply.code(202).header('Location', `/api/v1/analyses/${analysis.id}`).send(analysis);
    },
  );
  list('/api/v1/orgs/:org_id/analyses', {
    access: 'read',
    members: 'filtered',
    operationId: 'listOrganizationAnalyses',
    summary: 'Analyses of an organization',
    query: AnalysisFilters,
    items: ListedAnalysis,
    call: listAnalyses,
  });
  list('/api/v1/analyses', {
    access: 'read',
    members: 'filtered',
    operationId: 'listAnalyses',
    summary: 'Analyses that the key may see',
    query: AnalysisFilters,
    items: ListedAnalysis,
    call: listAnalyses,
  });
  route('GET', '/api/v1/analyses/:id', {
    access: 'read',
    members: 'filtered',
    operationId: 'getAnalysis',
    summary: 'One analysis with findings, coverage and summary',
    query: Strict({
      include: Type.Optional(
        oneOf(['suppressed'], 'Also differences that are no drift, with the stage that removed them and why'),
      ),
    }),
    success: { 200: Analysis },
    call: getAnalysis,
  });
  route('GET', '/api/v1/analyses/:id/overview', {
    access: 'read',
    members: 'filtered',
    operationId: 'getAnalysisInBrief',
    summary: 'One analysis without findings and coverage',
    description:
      'Findings and coverage may be very many, and are listed page by page. `counts` are those of the instances that were checked so far.',
    success: { 200: AnalysisInBrief },
    errors: [422],
    call: getAnalysisInBrief,
  });
  app.get(
    '/api/v1/analyses/:id/report',
    {
      config: { access: 'read', members: 'filtered' },
      schema: {
        operationId: 'getAnalysisReport',
        summary: 'One analysis as Markdown',
        description:
          'For tickets and pull requests: as the command line prints it, with the 500 worst findings at most.',
        tags: ['analyses'],
        params: IdParams,
        response: {
          200: { description: 'GitHub-flavoured Markdown', content: { 'text/markdown': { schema: Report } } },
          ...errors(422),
        },
      },
    },
    async (request, reply) => {
      const report = await reportAnalysis(request.ctx, request.params);
      const answer: FastifyReply = reply;
      return answer.type('text/markdown; charset=utf-8').send(report);
    },
  );
  route('GET', '/api/v1/analyses/:id/calls', {
    access: 'read',
    operationId: 'getAnalysisCalls',
    summary: 'API calls of an analysis, by service and action',
    description: 'While the analysis runs: its calls so far. The figures grow with every state that is done.',
    success: { 200: AnalysisCalls },
    errors: [422],
    call: getAnalysisCalls,
  });
  route('POST', '/api/v1/analyses/:id/cancel', {
    access: 'write',
    operationId: 'cancelAnalysis',
    summary: 'Cancel an analysis',
    description:
      'A queued analysis is never run; a running one stops within seconds and keeps its findings. 409 for one that has ended.',
    success: { 200: AnalysisOverview },
    errors: [409],
    call: cancelAnalysis,
  });
}
