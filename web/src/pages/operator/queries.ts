import { ask, createApi } from '../../api/client.ts';
import type { Organization } from '../../api/organization.ts';
import { pagesOf, pollWhile, queryOf } from '../../api/queries.ts';
import type { components } from '../../api/schema.ts';
import { useChange } from '../../api/use-api.ts';

export type Status = components['schemas']['InstanceStatus'];

/** The whole instance is meant, and no organization. */
const api = () => createApi();

const alive = () => ({ refetchInterval: pollWhile(() => true, { fastest: 5000, slowest: 30_000 }) });

export const statusQuery = () => queryOf(['operator', 'status'], api(), '/api/v1/operator/status', {}, alive());

/** Dead deliveries: one that is retried may come back with as many as before. */
export const deadQuery = () =>
  pagesOf(
    ['operator', 'dead'],
    api(),
    '/api/v1/webhooks/deliveries',
    { query: { limit: 20, status: 'dead' } },
    alive(),
  );

export const organizationsQuery = () =>
  pagesOf(['operator', 'organizations'], api(), '/api/v1/orgs', { query: { limit: 50 } });

export const operatorSessionsQuery = () =>
  pagesOf(['operator', 'sessions'], api(), '/api/v1/operator/sessions', { query: { limit: 50 } });

/** Ends one of these sessions, and those that were opened by links from it. */
export const endOperatorSession = (id: string) =>
  ask(api().DELETE('/api/v1/operator/sessions/{session_id}', { params: { path: { session_id: id } } }));

export const useReplayDelivery = () =>
  useChange((id: string) => ask(api().POST('/api/v1/webhooks/deliveries/{id}/replay', { params: { path: { id } } })), {
    stale: [['operator']],
  });

export const useReplayMessage = () =>
  useChange(
    ({ org_id, hook_id, id }: { org_id: string; hook_id: string; id: string }) =>
      ask(
        api().POST('/api/v1/orgs/{org_id}/webhooks/{hook_id}/deliveries/{delivery_id}/replay', {
          params: { path: { org_id, hook_id, delivery_id: id } },
        }),
      ),
    { stale: [['operator']] },
  );

export const useCreateOrganization = (onSuccess: (made: Organization) => void) =>
  useChange((body: components['schemas']['NewOrganization']) => ask(api().POST('/api/v1/orgs', { body })), {
    stale: [['operator'], ['session']],
    onSuccess,
  });
