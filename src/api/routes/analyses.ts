import { Type } from 'typebox';
import { link, operationsOf } from '../http/operations.ts';
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
import { Id, Located, oneOf, PageFields, Strict, Time } from '../schemas/common.ts';
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

  route('requestAnalysis', 'POST /api/v1/orgs/:org_id/analyses', 'write', {
    links: { get: link('getAnalysis', 'Status', { id: '$response.body#/id' }) },
    summary: 'Start an analysis',
    description:
      'Answers at once; the analysis runs in the background and can be read at `Location`. An equal queued analysis is reused, unless there is an `Idempotency-Key`.',
    headers: IdempotencyHeaders,
    body: NewAnalysis,
    success: { 202: Located(AnalysisOverview) },
    errors: [409],
    call: async (ctx, input, { request, reply }) => {
      const idempotency_key = request.headers['idempotency-key']?.toString();
      const analysis = await requestAnalysis(ctx, { ...input, idempotency_key });
      void reply.header('Location', `/api/v1/analyses/${analysis.id}`);
      return analysis;
    },
  });
  list('listOrganizationAnalyses', 'GET /api/v1/orgs/:org_id/analyses', 'read', {
    members: 'filtered',
    summary: 'Analyses of an organization',
    query: AnalysisFilters,
    items: ListedAnalysis,
    call: listAnalyses,
  });
  list('listAnalyses', 'GET /api/v1/analyses', 'read', {
    members: 'filtered',
    summary: 'Analyses that the key may see',
    query: AnalysisFilters,
    items: ListedAnalysis,
    call: listAnalyses,
  });
  route('getAnalysis', 'GET /api/v1/analyses/:id', 'read', {
    members: 'filtered',
    summary: 'One analysis with findings, coverage and summary',
    query: Strict({
      include: Type.Optional(
        oneOf(['suppressed'], 'Also differences that are no drift, with the stage that removed them and why'),
      ),
    }),
    success: { 200: Analysis },
    call: getAnalysis,
  });
  route('getAnalysisInBrief', 'GET /api/v1/analyses/:id/overview', 'read', {
    members: 'filtered',
    summary: 'One analysis without findings and coverage',
    description:
      'Findings and coverage may be very many, and are listed page by page. `counts` are those of the instances that were checked so far.',
    success: { 200: AnalysisInBrief },
    call: getAnalysisInBrief,
  });
  route('getAnalysisReport', 'GET /api/v1/analyses/:id/report', 'read', {
    members: 'filtered',
    summary: 'One analysis as Markdown',
    description: 'For tickets and pull requests: as the command line prints it, with the 500 worst findings at most.',
    success: { 200: { description: 'GitHub-flavoured Markdown', content: { 'text/markdown': { schema: Report } } } },
    call(ctx, input, { reply }) {
      void reply.type('text/markdown; charset=utf-8');
      return reportAnalysis(ctx, input);
    },
  });
  route('getAnalysisCalls', 'GET /api/v1/analyses/:id/calls', 'read', {
    summary: 'API calls of an analysis, by service and action',
    description: 'While the analysis runs: its calls so far. The figures grow with every state that is done.',
    success: { 200: AnalysisCalls },
    call: getAnalysisCalls,
  });
  route('cancelAnalysis', 'POST /api/v1/analyses/:id/cancel', 'write', {
    summary: 'Cancel an analysis',
    description:
      'A queued analysis is never run; a running one stops within seconds and keeps its findings. 409 for one that has ended.',
    success: { 200: AnalysisOverview },
    errors: [409],
    call: cancelAnalysis,
  });
}
