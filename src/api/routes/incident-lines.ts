import { Type } from 'typebox';
import { MAX_EXPORT_MS, streamOf } from '../http/exports.ts';
import { oneAtATime } from '../http/in-turn.ts';
import { JSON_LINES, lineReader, withJsonLines } from '../http/lines.ts';
import { operationsOf } from '../http/operations.ts';
import type { App } from '../http/types.ts';
import { Nullable, count, Named } from '../schemas/common.ts';
import { ExportedIncident, ImportedIncident } from '../schemas/incident-lines.ts';
import { AppError } from '../../base/errors.ts';
import { createLineLimit } from '../../limits/lines.ts';
import { type Ctx, ownOrganization } from '../../services/base/context.ts';
import { type ExportedIncident as Exported, exportIncidents } from '../../services/memory/export.ts';
import { importIncidents } from '../../services/memory/import.ts';

export const ImportReport = Named('ImportReport', {
  written: count('Incidents that are new; recall finds them from now on', 83),
  unchanged: count('Lines whose incident is there already, and says the same', 1),
  conflicts: count('Lines whose id is taken by an incident that says something else, which was left as it is', 0),
  refused: count('Lines that cannot be taken', 0),
  masked: count('Written incidents in which a likely secret was masked', 2),
  problems: Type.Array(
    Type.Object({
      line: Type.Integer({ minimum: 1, examples: [17] }),
      id: Nullable(Type.String(), { examples: ['post-mortem-17'] }),
      message: Type.String({ examples: ['exists already with other content'] }),
    }),
    { description: 'The first 50 conflicts and refusals' },
  ),
});

/** Of one organization. */
const MAX_LINES_A_MINUTE = 20_000;

async function* linesOf(pages: AsyncIterable<readonly Exported[]>): AsyncGenerator<string> {
  for await (const page of pages) yield page.map((one) => `${JSON.stringify(one)}\n`).join('');
}

export async function incidentLineRoutes(app: App): Promise<void> {
  operationsOf(app, 'memory').route('exportIncidents', 'GET /api/v1/orgs/:org_id/incidents/export', 'read', {
    handlerTimeout: MAX_EXPORT_MS,
    summary: 'All incidents of an organization, one a line',
    description: 'JSON Lines, by id. An import takes them back, here or elsewhere.',
    success: { 200: { description: 'One incident a line', content: { [JSON_LINES]: { schema: ExportedIncident } } } },
    call: async (ctx, { org_id }, exchange) => {
      const pages = await exportIncidents(ctx, { org_id, unread: exchange.request.method === 'HEAD' });
      void exchange.reply.type(JSON_LINES);
      return streamOf(exchange, linesOf(pages));
    },
  });

  const reader = lineReader(ImportedIncident);
  const limit = createLineLimit({ limit: MAX_LINES_A_MINUTE, now: () => performance.now() });

  function takeLines(ctx: Ctx, org_id: string, lines: number): void {
    const waitMs = limit.take(ownOrganization(ctx) ?? org_id, lines);
    if (waitMs === 0) return;
    const message = `This organization may import ${MAX_LINES_A_MINUTE.toLocaleString('en-US')} lines a minute: send these again later.`;
    throw new AppError('rate_limited', message, { retryAfter: Math.ceil(waitMs / 1000) });
  }

  type Input = { org_id: string; lines: ReturnType<typeof reader.split> };
  const importInTurn = oneAtATime(async (ctx, { org_id, lines }: Input, signal) =>
    importIncidents(ctx, { org_id, lines: await reader.read(lines), signal }),
  );

  await withJsonLines(app, (scope) => {
    operationsOf(scope, 'memory').route('importIncidents', 'POST /api/v1/orgs/:org_id/incidents/import', 'write', {
      summary: 'Bring incidents in, one a line',
      description:
        'JSON Lines, up to 1,000 of them and 1 MiB, as an export gives them out. Every line counts by itself; nothing that is there is changed, and the same lines again do nothing. They are written in small batches: where it is cut off, sending the same again does the rest. One import is worked on at a time, each organization in turn; who has several waiting is refused with 429, and so is more than 20,000 lines a minute of one organization.',
      body: { content: { [JSON_LINES]: { schema: ImportedIncident } } },
      success: { 200: ImportReport },
      errors: [409],
      call(ctx, { org_id }, exchange) {
        const lines = reader.split(exchange.request.body);
        takeLines(ctx, org_id, lines.length);
        return importInTurn(ctx, { org_id, lines }, exchange);
      },
    });
  });
}
