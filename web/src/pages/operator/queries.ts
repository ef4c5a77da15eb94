import { queryOptions } from '@tanstack/react-query';
import { ask, createApi } from '../../api/client.ts';
import type { Organization } from '../../api/organization.ts';
import { pagesOf } from '../../api/pages.ts';
import { pollWhile } from '../../api/polling.ts';
import type { components } from '../../api/schema.ts';
import { useChange } from '../../api/use-change.ts';

export type Status = components['schemas']['InstanceStatus'];

/** The whole instance is meant, and no organization. */
const api = () => createApi();

/** How the instance stands; asked anew for as long as the page is looked at. */
export const statusQuery = () =>
  queryOptions({
    queryKey: ['operator', 'status'],
    queryFn: ({ signal }) => ask(api().GET('/api/v1/operator/status', { signal })),
    refetchInterval: pollWhile(() => true, { fastest: 5000, slowest: 30_000 }),
  });

/** Deliveries of code hosts that were given up. */
export const deadQuery = () =>
  pagesOf(['operator', 'dead'], (from, signal) =>
    api().GET('/api/v1/webhooks/deliveries', { params: { query: { limit: 20, status: 'dead', ...from } }, signal }),
  );

/** All organizations, newest first. */
export const organizationsQuery = () =>
  pagesOf(['operator', 'organizations'], (from, signal) =>
    api().GET('/api/v1/orgs', { params: { query: { limit: 50, ...from } }, signal }),
  );

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
