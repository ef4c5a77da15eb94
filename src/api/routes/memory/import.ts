import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../base/errors.ts';
import { createLineLimit } from '../../../limits/lines.ts';
import { ownOrganization } from '../../../services/context.ts';
import { importIncidents } from '../../../services/memory/import.ts';
import { oneAtATime } from '../../http/in-turn.ts';
import { JSON_LINES, lineReader, withJsonLines } from '../../http/lines.ts';
import { errors, OrgParams } from '../../schemas/common.ts';
import { ImportedIncident, ImportReport } from '../../schemas/incident-lines.ts';
import type { ApiOptions, App } from '../../http/types.ts';

/** Lines a minute of one organization. */
const MAX_LINES_A_MINUTE = 20_000;

export async function importIncidentsRoute(app: App, _options: ApiOptions): Promise<void> {
  const reader = lineReader(ImportedIncident);
  const inTurn = oneAtATime();
  const limit = createLineLimit({ limit: MAX_LINES_A_MINUTE, now: () => performance.now() });

  function count(request: FastifyRequest<{ Params: { org_id: string } }>, lines: number): void {
    const waitMs = limit.take(ownOrganization(request.ctx) ?? request.params.org_id, lines);
    if (waitMs === 0) return;
    const message = `This organization may import ${MAX_LINES_A_MINUTE.toLocaleString('en-US')} lines a minute: send these again later.`;
    throw new AppError('rate_limited', message, { retryAfter: Math.ceil(waitMs / 1000) });
  }

  await withJsonLines(app, (scope) => {
    scope.post(
      '/api/v1/orgs/:org_id/incidents/import',
      {
        config: { access: 'write' },
        schema: {
          operationId: 'importIncidents',
          summary: 'Bring incidents in, one a line',
          description:
            'JSON Lines, up to 1,000 of them and 1 MiB, as an export gives them out. Every line counts by itself; nothing that is there is changed, and the same lines again do nothing. They are written in small batches: where it is cut off, sending the same again does the rest. One import is worked on at a time, each organization in turn; who has several waiting is refused with 429, and so is more than 20,000 lines a minute of one organization.',
          tags: ['memory'],
          params: OrgParams,
          body: { content: { [JSON_LINES]: { schema: ImportedIncident } } },
          response: { 200: ImportReport, ...errors(400, 401, 403, 404, 409, 413, 415, 422) },
        },
      },
      async (request, reply) => {
        const lines = reader.split(request.body);
        count(request, lines.length);
        return inTurn(request, reply, async (signal) =>
          importIncidents(request.ctx, { ...request.params, lines: await reader.read(lines), signal }),
        );
      },
    );
  });
}
