import { keepPreviousData } from '@tanstack/react-query';
import { ask, type Api } from '../../api/client.ts';
import { pollWhile } from '../../api/queries.ts';
import type { components } from '../../api/schema.ts';
import { textIn, withoutEmpty, wordIn } from '../../api/search.ts';
import { SEVERITIES } from '../../api/severities.ts';
import { useGet, usePages } from '../../api/use-api.ts';

export type Inventory = components['schemas']['Inventory'];
export type InventoryRun = components['schemas']['InventoryRun'];
export type InventoryCoverage = components['schemas']['InventoryCoverage'];
export type InventoryListing = components['schemas']['InventoryListing'];
export type UnmanagedObject = components['schemas']['UnmanagedObject'];
export type UnmanagedObjectDetails = components['schemas']['UnmanagedObjectDetails'];
export type InventorySettings = components['schemas']['InventorySettings'];
export type ObjectClass = UnmanagedObject['class'];

const CLASSES = ['added', 'unmanaged', 'waiting', 'owned', 'follows', 'provided', 'all'] as const;

/** The groupings of the map. */
export const MAP_KINDS = ['account', 'region'] as const;

/** The filters of the page. Without `class` it shows open objects. */
export const inventorySearch = (search: Record<string, unknown>) =>
  withoutEmpty({
    view: wordIn(['lists'], search.view),
    by: wordIn(['region'], search.by),
    q: textIn(search.q),
    class: wordIn(CLASSES, search.class),
    severity: wordIn(SEVERITIES, search.severity),
    type: textIn(search.type),
    service: textIn(search.service),
    account: textIn(search.account),
    region: textIn(search.region),
    owner: textIn(search.owner),
    seen: wordIn(['new', 'before'], search.seen),
    ignored: wordIn(['yes'], search.ignored),
    status: wordIn(['gone'], search.status),
    sort: wordIn(['newest', 'type'], search.sort),
  });

export type InventorySearch = ReturnType<typeof inventorySearch>;

const PAGE = 50;

/** Which objects: the filters that an import takes as well. */
const which = ({ class: named, q, severity, type, service, account, region, owner, seen }: InventorySearch) => ({
  ...withoutEmpty({ q, severity, type, service, account, region, owner, seen }),
  ...(named !== 'all' && { class: named ?? ('open' as const) }),
});

/** The filters for an import of all that fit; undefined where the list has objects that no import takes. */
export const importable = (search: InventorySearch) =>
  search.ignored === undefined && search.status === undefined && search.class !== 'all' ? which(search) : undefined;

const listed = (search: InventorySearch) => ({
  ...which(search),
  ...withoutEmpty({ ignored: search.ignored, status: search.status, sort: search.sort }),
});

/** The numbers of the inventory. Polls often while one is under way, otherwise slowly. */
export const useInventory = () =>
  useGet(
    '/api/v1/orgs/{org_id}/inventory',
    {},
    {
      refetchInterval: (query) => {
        const fastest = query.state.data?.running ? 4000 : 30_000;
        return pollWhile(() => true, { fastest, slowest: 120_000 })(query);
      },
    },
  );

/** Objects, page by page. Not refetched automatically, so that the list does not change under the reader. */
export const useObjects = (search: InventorySearch) =>
  usePages(
    '/api/v1/orgs/{org_id}/inventory/objects',
    { ...listed(search), limit: PAGE },
    { staleTime: 60_000, refetchOnWindowFocus: false },
  );

export const useObject = (object: string) =>
  useGet(
    '/api/v1/orgs/{org_id}/inventory/objects/{object_id}',
    { object_id: object },
    { placeholderData: keepPreviousData },
  );

/** The types that could not be listed, page by page. */
export const useListings = ({ service, account, region }: InventorySearch) =>
  usePages('/api/v1/orgs/{org_id}/inventory/listings', {
    state: 'not_listed',
    ...withoutEmpty({ service, account, region }),
    limit: 100,
  });

export const useInventorySettings = () => useGet('/api/v1/orgs/{org_id}/inventory/settings');

export const csvOf = (api: Api, org: string, search: InventorySearch): Promise<Blob> =>
  ask(
    api.GET('/api/v1/orgs/{org_id}/inventory/csv', {
      params: { path: { org_id: org }, query: listed(search) },
      parseAs: 'blob',
    }),
  );
