import { Type } from 'typebox';
import { listStates } from '../../../services/state-mapping/list-states.ts';
import { sendPage } from '../../paging.ts';
import { errors, Id, OrgParams, PageFields } from '../../schemas/common.ts';
import { State } from '../../schemas/state.ts';
import type { ApiOptions, App } from '../../types.ts';

const querystring = Type.Object(
  {
    ...PageFields,
    // A place in this list is a key.
    cursor: Type.Optional(Type.String({ ...PageFields.cursor, maxLength: 6000, pattern: '^[A-Za-z0-9_-]+$' })),
    repo_id: Type.Optional(Id),
  },
  { additionalProperties: false },
);

export function listStatesRoute(app: App, _options: ApiOptions): void {
  app.get(
    '/api/v1/orgs/:org_id/states',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'listStates',
        summary: 'States of an organization, with whose they are and why',
        description: 'Those that the last analyses found, by key.',
        tags: ['states'],
        params: OrgParams,
        querystring,
        response: { 200: Type.Array(State), ...errors(401, 403, 404, 422) },
      },
    },
    async (request, reply) =>
      sendPage(request, reply, await listStates(request.ctx, { ...request.query, ...request.params })),
  );
}
