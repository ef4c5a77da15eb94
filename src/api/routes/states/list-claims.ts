import { Type } from 'typebox';
import { listStateClaims } from '../../../services/state-mapping/list-claims.ts';
import { oneAtATime } from '../../http/in-turn.ts';
import { sendPage } from '../../http/paging.ts';
import { errors, Id, oneOf, OrgParams, PageFields } from '../../schemas/common.ts';
import { StateClaim } from '../../schemas/state-claim.ts';
import type { ApiOptions, App } from '../../http/types.ts';

const querystring = Type.Object(
  {
    ...PageFields,
    // A place in this list is a name and a key.
    cursor: Type.Optional(Type.String({ ...PageFields.cursor, maxLength: 6000, pattern: '^[A-Za-z0-9_-]+$' })),
    repo_id: Type.Optional(Id),
    status: Type.Optional(oneOf(['accepted', 'proposed', 'contested'], 'Only claims with this status')),
  },
  { additionalProperties: false },
);

export function listStateClaimsRoute(app: App, _options: ApiOptions): void {
  const inTurn = oneAtATime();
  app.get(
    '/api/v1/orgs/:org_id/state-claims',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'listStateClaims',
        summary: 'Claims of repositories to states',
        description:
          'What the files of repositories claim, by repository and key. A claim gives a repository nothing before an admin accepts it.',
        tags: ['states'],
        params: OrgParams,
        querystring,
        response: { 200: Type.Array(StateClaim), ...errors(401, 403, 404, 422) },
      },
    },
    async (request, reply) => {
      const { ctx, params, query } = request;
      const page = await inTurn(request, reply, (signal) => listStateClaims(ctx, { ...query, ...params }, signal));
      return sendPage(request, reply, page);
    },
  );
}
