import { sql, type Insertable, type Selectable } from 'kysely';
import type { ListingCounts } from '../../engine/model/inventory.ts';
import type { Tenant } from '../scope.ts';
import type { Tables } from '../tables.ts';
import { excluded, hasRow } from './clauses.ts';
import type { Run } from './runs.ts';

export type InventoryRow = Selectable<Tables['inventories']>;

/** Stores that an analysis that has not begun also makes an inventory. */
export async function requestInventory(tenant: Tenant, analysisId: string): Promise<void> {
  await tenant
    .insert('inventories', { analysis_id: analysisId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function getInventory(tenant: Tenant, analysisId: string): Promise<InventoryRow | undefined> {
  return tenant.select('inventories').selectAll().where('analysis_id', '=', analysisId).executeTakeFirst();
}

/** Begins, or begins again, the inventory of an analysis. Undefined if it was not asked for one, or if it has ended. */
export async function beginInventory(tenant: Tenant, run: Run): Promise<InventoryRow | undefined> {
  return tenant
    .update('inventories')
    .set({ status: 'running', started_at: run.started_at, objects: 0 })
    .where('analysis_id', '=', run.id)
    .where('status', 'in', ['queued', 'running'])
    .returningAll()
    .executeTakeFirst();
}

/** Stores how many objects a run has found so far. */
export async function progressInventory(tenant: Tenant, run: Run, objects: number): Promise<void> {
  await tenant
    .update('inventories')
    .set({ objects })
    .where('analysis_id', '=', run.id)
    .where('started_at', '=', run.started_at)
    .execute();
}

export type InventoryEnd = {
  status: 'completed' | 'partial' | 'failed';
  finished_at: Date;
  objects?: number;
  calls?: number;
  counts?: ListingCounts;
  not_listed?: number;
  unread_states?: readonly string[];
  error?: { code: string; detail: string };
};

/** Ends an inventory that is queued or running. The first one of an organization that does not fail is its baseline. */
export async function endInventory(tenant: Tenant, analysisId: string, end: InventoryEnd): Promise<boolean> {
  const { counts, unread_states: unread, error, ...plain } = end;
  const earlier = tenant
    .select('inventories')
    .select('inventories.analysis_id')
    .where('inventories.status', 'in', ['completed', 'partial']);
  const isFirst = end.status !== 'failed' && !(await hasRow(earlier.limit(1)));
  return hasRow(
    tenant
      .update('inventories')
      .set({
        ...plain,
        is_baseline: isFirst,
        ...(counts && { counts: JSON.stringify(counts) }),
        ...(unread && { unread_states: JSON.stringify(unread) }),
        ...(error && { error: JSON.stringify(error) }),
      })
      .where('analysis_id', '=', analysisId)
      .where('status', 'in', ['queued', 'running'])
      .returning('analysis_id'),
  );
}

/** The latest inventories that ended, the newest first. */
export async function latestInventories(tenant: Tenant, limit: number): Promise<InventoryRow[]> {
  return tenant
    .select('inventories')
    .selectAll()
    .where('status', 'in', ['completed', 'partial', 'failed'])
    .orderBy('analysis_id', 'desc')
    .limit(limit)
    .execute();
}

/** The inventory that is under way or waits; undefined if there is none. */
export async function currentInventory(tenant: Tenant): Promise<InventoryRow | undefined> {
  return tenant
    .select('inventories')
    .selectAll()
    .where('status', 'in', ['queued', 'running'])
    .orderBy('status', 'desc')
    .orderBy('analysis_id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The end of the first inventory; null before there is one. */
export async function baselineAt(tenant: Tenant): Promise<Date | null> {
  const row = await tenant
    .select('inventories')
    .select(sql<Date | null>`min(finished_at)`.as('at'))
    .where('status', 'in', ['completed', 'partial'])
    .executeTakeFirst();
  return row?.at ?? null;
}

export type ListingRow = Selectable<Tables['inventory_listings']>;
export type NewListing = Omit<
  Insertable<Tables['inventory_listings']>,
  'org_id' | 'place' | 'baseline_by' | 'baseline_at' | 'baseline_unreadable'
> & {
  place: string;
};

const REPLACED = ['service', 'analysis_id', 'state', 'reason', 'detail', 'calls', 'counts', 'unreadable'] as const;

/** Stores the latest list of a type in a location. */
export async function saveListing(tenant: Tenant, listing: NewListing): Promise<void> {
  await tenant
    .insert('inventory_listings', listing)
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'type', 'account_id', 'region', 'place']).doUpdateSet(excluded(REPLACED)),
    )
    .execute();
}

/** Makes the lists of a run that were complete for the first time the baseline of their objects. */
export async function settleBaselines(tenant: Tenant, run: Run): Promise<void> {
  await tenant
    .update('inventory_listings')
    .set({ baseline_by: run.id, baseline_at: run.started_at, baseline_unreadable: sql`unreadable` })
    .where('analysis_id', '=', run.id)
    .where('unreadable', 'is not', null)
    .where('baseline_by', 'is', null)
    .execute();
}

export type ListingFilter = Partial<Record<'state' | 'reason' | 'service' | 'type' | 'region', string>> & {
  account?: string | undefined;
  /** Reasons to leave out. */
  except?: readonly string[];
  /** Only lists of this inventory and later ones. */
  since?: string;
};
export type AfterListing = Pick<ListingRow, 'type' | 'account_id' | 'region' | 'place'>;

/** The latest lists, by type and location. */
export async function pageListings(
  tenant: Tenant,
  {
    limit,
    after,
    account,
    except = [],
    since,
    ...filter
  }: ListingFilter & { limit: number; after: AfterListing | undefined },
): Promise<ListingRow[]> {
  let query = tenant.select('inventory_listings').selectAll();
  for (const [column, value] of Object.entries({ ...filter, account_id: account }) as [keyof ListingRow, string][])
    if (value !== undefined) query = query.where(`inventory_listings.${column}`, '=', value);
  if (except.length > 0) query = query.where(sql<boolean>`reason <> all(${[...except]}::text[])`);
  if (since !== undefined) query = query.where('analysis_id', '>=', since);
  if (after !== undefined)
    query = query.where(
      sql<boolean>`(type, account_id, region, place) > (${after.type}, ${after.account_id}, ${after.region}, ${after.place})`,
    );
  return query.orderBy('type').orderBy('account_id').orderBy('region').orderBy('place').limit(limit).execute();
}

/** The lists of an inventory and later ones, without their texts: for sums by service and location. */
export async function listListingCounts(tenant: Tenant, since: string) {
  return tenant
    .select('inventory_listings')
    .select(['service', 'account_id', 'region', 'state', 'reason', 'counts'])
    .where('analysis_id', '>=', since)
    .orderBy('service')
    .orderBy('account_id')
    .orderBy('region')
    .execute();
}

/** The lists of one inventory. */
export async function listListingsOf(tenant: Tenant, analysisId: string) {
  return tenant
    .select('inventory_listings')
    .select(['state', 'reason', 'counts', 'calls'])
    .where('analysis_id', '=', analysisId)
    .execute();
}
