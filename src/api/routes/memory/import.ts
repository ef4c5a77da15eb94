import { importIncidents } from '../../../services/memory/import.ts';
import { JSON_LINES, lineReader, withJsonLines } from '../../lines.ts';
import { errors, OrgParams } from '../../schemas/common.ts';
import { ImportedIncident, ImportReport } from '../../schemas/incident-lines.ts';
import type { ApiOptions, App } from '../../types.ts';

export async function importIncidentsRoute(app: App, _options: ApiOptions): Promise<void> {
  const read = lineReader(ImportedIncident);
  await withJsonLines(app, (scope) => {
    scope.post(
      '/api/v1/orgs/:org_id/incidents/import',
      {
        config: { access: 'write' },
        schema: {
          operationId: 'importIncidents',
          summary: 'Bring incidents in, one a line',
          description:
            'JSON Lines, up to 1,000 of them and 1 MiB, as an export gives them out. Every line counts by itself; nothing that is there is changed, and the same lines again do nothing.',
          tags: ['memory'],
          params: OrgParams,
          body: { content: { [JSON_LINES]: { schema: ImportedIncident } } },
          response: { 200: ImportReport, ...errors(400, 401, 403, 404, 413, 415, 422) },
        },
      },
      (request) => importIncidents(request.ctx, { ...request.params, lines: read(request.body) }),
    );
  });
}
