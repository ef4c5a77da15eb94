import { queryOptions } from '@tanstack/react-query';
import { ask, createApi } from '../../api/client.ts';
import type { Organization } from '../../api/organization.ts';
import { pagesOf, pollWhile } from '../../api/queries.ts';
import type { components } from '../../api/schema.ts';
import { useChange } from '../../api/use-api.ts';

export type Status = components['schemas']['InstanceStatus'];

/** The whole instance is meant, and no organization. */
const api = () => createApi();

/** What stands on the page is asked anew for as long as it is looked at. */
const alive = () => pollWhile(() => true, { fastest: 5000, slowest: 30_000 });

/** How the instance stands. */
export const statusQuery = () =>
  queryOptions({
    queryKey: ['operator', 'status'],
    queryFn: ({ signal }) => ask(api().GET('/api/v1/operator/status', { signal })),
    refetchInterval: alive(),
  });

/** Deliveries of code hosts that were given up: one that is processed again may come back with as many as before. */
export const deadQuery = () =>
  pagesOf(
    ['operator', 'dead'],
    (from, signal) =>
      api().GET('/api/v1/webhooks/deliveries', { params: { query: { limit: 20, status: 'dead', ...from } }, signal }),
    { refetchInterval: alive() },
  );

/** All organizations, newest first. */
export const organizationsQuery = () =>
  pagesOf(['operator', 'organizations'], (from, signal) =>
    api().GET('/api/v1/orgs', { params: { query: { limit: 50, ...from } }, signal }),
  );

/** Where the operator is signed in, newest first. */
export const operatorSessionsQuery = () =>
  pagesOf(['operator', 'sessions'], (from, signal) =>
    api().GET('/api/v1/operator/sessions', { params: { query: { limit: 50, ...from } }, signal }),
  );

/** Ends one of these sessions, and those that were opened by links from it. */
export const endOperatorSession = (id: string) =>
  ask(api().DELETE('/api/v1/operator/sessions/{session_id}', { params: { path: { session_id: id } } }));

/** Has a delivery processed once more. */
export const useReplayDelivery = () =>
  useChange((id: string) => ask(api().POST('/api/v1/webhooks/deliveries/{id}/replay', { params: { path: { id } } })), {
    stale: [['operator']],
  });

/** Sends a message to an organization's webhook once more. */
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

/** Makes an organization. */
export const useCreateOrganization = (onSuccess: (made: Organization) => void) =>
  useChange((body: components['schemas']['NewOrganization']) => ask(api().POST('/api/v1/orgs', { body })), {
    stale: [['operator'], ['session']],
    onSuccess,
  });
