import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { reportAnalysis } from '../../../services/analyses/report.ts';
import { errors, Id } from '../../schemas/common.ts';
import type { ApiOptions, App } from '../../http/types.ts';

const Report = Type.String({ examples: ['## No drift: 42 resources looked at, all as Terraform left them.\n'] });

export function getAnalysisReportRoute(app: App, _options: ApiOptions): void {
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
        params: Type.Object({ id: Id }),
        response: {
          200: { description: 'GitHub-flavoured Markdown', content: { 'text/markdown': { schema: Report } } },
          ...errors(401, 403, 404, 422),
        },
      },
    },
    async (request, reply) => {
      const report = await reportAnalysis(request.ctx, request.params);
      const answer: FastifyReply = reply;
      return answer.type('text/markdown; charset=utf-8').send(report);
    },
  );
}
