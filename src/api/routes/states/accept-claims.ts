import { acceptStateClaims } from '../../../services/state-mapping/accept-claims.ts';
import { oneAtATime } from '../../http/in-turn.ts';
import { errors, OrgParams } from '../../schemas/common.ts';
import { AcceptedStateClaims, StateClaimsToAccept } from '../../schemas/state-claim.ts';
import type { ApiOptions, App } from '../../http/types.ts';

export function acceptStateClaimsRoute(app: App, _options: ApiOptions): void {
  const inTurn = oneAtATime();
  app.post(
    '/api/v1/orgs/:org_id/state-claims/accept',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'acceptStateClaims',
        summary: 'Accept claims of repositories to states',
        description:
          'From then on the states belong to the repository, for as long as it makes the claim. Takes ids from the list of claims; all of them are accepted, or none.',
        tags: ['states'],
        params: OrgParams,
        body: StateClaimsToAccept,
        response: { 200: AcceptedStateClaims, ...errors(400, 401, 403, 404, 409, 413, 415, 422) },
      },
    },
    (request, reply) =>
      inTurn(request, reply, (signal) =>
        acceptStateClaims(request.ctx, { ...request.params, ...request.body }, signal),
      ),
  );
}
