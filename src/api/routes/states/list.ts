import { Type } from 'typebox';
import { listStates } from '../../../services/state-mapping/list-states.ts';
import { sendPage } from '../../http/paging.ts';
import { Severity } from '../../schemas/finding.ts';
import { described, errors, Id, oneOf, OrgParams, PageFields } from '../../schemas/common.ts';
import { State } from '../../schemas/state.ts';
import type { ApiOptions, App } from '../../http/types.ts';

const querystring = Type.Object(
  {
    ...PageFields,
    // A place in this list is a key.
    cursor: Type.Optional(Type.String({ ...PageFields.cursor, maxLength: 6000, pattern: '^[A-Za-z0-9_-]+$' })),
    repo_id: Type.Optional(Id),
    source: Type.Optional(
      oneOf(
        ['api', 'config', 'backend', 'none'],
        'Only those known by this; none = no claim to them was accepted, and nobody has mapped them',
      ),
    ),
    claimed: Type.Optional(
      oneOf(
        ['proposed', 'contested'],
        'Only those that a repository claims which does not have them: proposed = nobody has them, contested = another one has',
      ),
    ),
    status: Type.Optional(oneOf(['read', 'unreadable'], 'Whether the last look could read it')),
    severity: Type.Optional(described(Severity, 'Only those whose worst finding is this severe')),
    q: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1000,
        pattern: '^[^\\u0000]+$',
        description: 'A part of the key, without regard to case',
        examples: ['network'],
      }),
    ),
  },
  { additionalProperties: false },
);

export function listStatesRoute(app: App, _options: ApiOptions): void {
  app.get(
    '/api/v1/orgs/:org_id/states',
    {
      config: { access: 'read', members: 'filtered' },
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
