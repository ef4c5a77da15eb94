import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { exportIncidents, type ExportedIncident as Exported } from '../../../services/memory/export.ts';
import { JSON_LINES } from '../../http/lines.ts';
import { errors, OrgParams } from '../../schemas/common.ts';
import { ExportedIncident } from '../../schemas/incident-lines.ts';
import type { ApiOptions, App } from '../../http/types.ts';

/** As long as a reader goes on reading; one that stands still loses its connection before. */
const LONGEST_MS = 6 * 3600_000;

async function* linesOf(pages: AsyncIterable<readonly Exported[]>): AsyncGenerator<string> {
  for await (const page of pages) yield page.map((one) => `${JSON.stringify(one)}\n`).join('');
}

export function exportIncidentsRoute(app: App, _options: ApiOptions): void {
  app.get(
    '/api/v1/orgs/:org_id/incidents/export',
    {
      config: { access: 'read' },
      handlerTimeout: LONGEST_MS,
      schema: {
        operationId: 'exportIncidents',
        summary: 'All incidents of an organization, one a line',
        description: 'JSON Lines, by id. An import takes them back, here or elsewhere.',
        tags: ['memory'],
        params: OrgParams,
        response: {
          200: { description: 'One incident a line', content: { [JSON_LINES]: { schema: ExportedIncident } } },
          ...errors(401, 403, 404, 422),
        },
      },
    },
    async (request, reply) => {
      const pages = await exportIncidents(request.ctx, { ...request.params, unread: request.method === 'HEAD' });
      // A page is made when the one before has gone out: who reads slowly holds one, and not the memory of an organization.
      const lines = request.method === 'HEAD' ? Readable.from([]) : Readable.from(linesOf(pages), { highWaterMark: 1 });
      // Its schema says what a line is.
      const answer: FastifyReply = reply;
      return answer.type(JSON_LINES).send(lines);
    },
  );
}
