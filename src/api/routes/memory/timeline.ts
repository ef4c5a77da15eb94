import { Type } from 'typebox';
import { getTimeline } from '../../../services/memory/timeline.ts';
import { sendPage } from '../../http/paging.ts';
import { errors, Strict } from '../../schemas/common.ts';
import { IncidentPageFields } from '../../schemas/incident-filter.ts';
import { TimelineIncident } from '../../schemas/incident-timeline.ts';
import { IncidentParams, OrgQuery } from '../../schemas/memory.ts';
import type { ApiOptions, App } from '../../http/types.ts';

export function getTimelineRoute(app: App, _options: ApiOptions): void {
  app.get(
    '/api/v1/incidents/:id/timeline',
    {
      config: { access: 'read', members: 'filtered' },
      schema: {
        operationId: 'getIncidentTimeline',
        summary: 'What the resource of an incident went through',
        description:
          'All incidents of its address in the same state, and what somebody wrote of it, the latest first; each with what happened, in order.',
        tags: ['memory'],
        params: IncidentParams,
        querystring: Strict({ ...IncidentPageFields, ...OrgQuery.properties }),
        response: { 200: Type.Array(TimelineIncident), ...errors(401, 403, 404, 409, 422) },
      },
    },
    async (request, reply) =>
      sendPage(request, reply, await getTimeline(request.ctx, { ...request.query, ...request.params })),
  );
}
