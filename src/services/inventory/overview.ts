import { getOrInsert } from '../../base/get-or-insert.ts';
import { bySeverity } from '../../engine/model/analysis.ts';
import { noObjects, NO_FAILURES, type ListingCounts } from '../../engine/model/inventory.ts';
import {
  baselineAt,
  currentInventory,
  latestInventories,
  listListingCounts,
  pageListings,
  type AfterListing,
  type InventoryRow,
  type ListingFilter,
  type ListingRow,
} from '../../store/queries/inventories.ts';
import { countOpenObjects } from '../../store/queries/unmanaged-objects-page.ts';
import type { Tenant } from '../../store/scope.ts';
import type { Ctx } from '../base/context.ts';
import { pageBy, type CursorFormat, type Page, type PageRequest } from '../base/paging.ts';
import { timeOf } from '../base/present.ts';
import { presentInventory, presentListing, shareManaged, type ShownListing } from './present.ts';
import { fetchInventoryOf } from './tenant.ts';

/** The number of inventories in the history, and of types that are not listed. */
const [MAX_HISTORY, MAX_NOT_LISTED] = [90, 200];

/** The coverage of a service in an account and region: counts of objects, and of types that are listed or not. */
type Coverage = ListingCounts & {
  service: string;
  account_id: string | null;
  region: string | null;
  types: number;
  not_listed: number;
  share_managed: number | null;
};

/** Sums the lists of an inventory, and of later ones that have not ended, by service and location. */
async function coverageOf(tenant: Tenant, since: string): Promise<Coverage[]> {
  const sums = new Map<string, Coverage>();
  for (const { service, account_id: account, region, state, reason, counts } of await listListingCounts(
    tenant,
    since,
  )) {
    const sum = getOrInsert(sums, JSON.stringify([service, account, region]), () => ({
      service,
      account_id: account === '' ? null : account,
      region: region === '' ? null : region,
      types: 0,
      not_listed: 0,
      share_managed: null,
      ...noObjects(),
    }));
    sum.types += 1;
    if (state === 'not_listed' && !NO_FAILURES.has(reason ?? '')) sum.not_listed += 1;
    for (const name of Object.keys(noObjects()) as (keyof ListingCounts)[]) sum[name] += counts[name];
  }
  return [...sums.values()].map((one) => ({ ...one, share_managed: shareManaged(one) }));
}

/** Types that should have been listed and were not: there may be more objects of them. */
async function notListed(tenant: Tenant, since: string): Promise<ShownListing[]> {
  const rows = await pageListings(tenant, {
    state: 'not_listed',
    except: [...NO_FAILURES],
    since,
    limit: MAX_NOT_LISTED,
    after: undefined,
  });
  return rows.map(presentListing);
}

/**
 * The inventory of an organization: the latest one, the one under way, the open objects now, and the share of managed
 * objects over time.
 */
export async function getInventory(ctx: Ctx, input: { org_id: string }) {
  const tenant = await fetchInventoryOf(ctx, input.org_id);
  const rows = await latestInventories(tenant, MAX_HISTORY);
  const [latest] = rows;
  const current = await currentInventory(tenant);
  const { open, new: fresh, ignored, ...severities } = await countOpenObjects(tenant);
  // A failed inventory may have replaced only some lists of the one before.
  const whole: InventoryRow | undefined = rows.find(({ status }) => status !== 'failed') ?? latest;
  return {
    latest: latest ? presentInventory(latest) : null,
    running: current ? presentInventory(current) : null,
    baseline_at: timeOf(await baselineAt(tenant)),
    open,
    new: fresh,
    ignored,
    severities: bySeverity((severity) => severities[severity]),
    unread_states: whole?.unread_states ?? [],
    coverage: whole ? await coverageOf(tenant, whole.analysis_id) : [],
    not_listed: whole ? await notListed(tenant, whole.analysis_id) : [],
    history: rows.toReversed().map(presentInventory),
  };
}

const byPlace: CursorFormat<ListingRow, AfterListing> = {
  write: ({ type, account_id: account, region, place }) =>
    Buffer.from([type, account, region, place].join('\n')).toString('base64url'),
  read(text) {
    const [type = '', account_id = '', region = '', place = ''] = Buffer.from(text, 'base64url')
      .toString()
      .replaceAll('\0', '')
      .split('\n');
    return { type, account_id, region, place };
  },
};

/** The latest list of each type in each account and region. */
export async function listListings(
  ctx: Ctx,
  { org_id: name, limit, cursor, ...filter }: PageRequest & ListingFilter & { org_id: string },
): Promise<Page<ShownListing>> {
  const tenant = await fetchInventoryOf(ctx, name);
  return pageBy(
    byPlace,
    { limit, ...(cursor !== undefined && { cursor }) },
    (most, after) => pageListings(tenant, { ...filter, limit: most, after }),
    (rows) => rows.map(presentListing),
  );
}
