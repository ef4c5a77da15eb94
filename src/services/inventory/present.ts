import { noObjects, OPEN_CLASSES, type ListingCounts, type UnmanagedObject } from '../../engine/model/inventory.ts';
import type { InventoryRow, ListingRow } from '../../store/queries/inventories.ts';
import type { UnmanagedObjectRow } from '../../store/queries/unmanaged-objects.ts';
import { pick, timeOf } from '../base/present.ts';
import { isAtLeast } from './bounds.ts';

const orNull = (text: string): string | null => (text === '' ? null : text);

/** The object as an inventory reports it. */
export function objectOf(row: UnmanagedObjectRow): UnmanagedObject {
  const { account_id: account, region, name, parent, owner, created_at: created } = row;
  return {
    ...pick(row, 'type', 'service', 'class', 'cloud_id', 'import', 'tags'),
    ...pick(row, 'severity', 'severity_rule', 'severity_reason'),
    ...(account !== '' && { account_id: account }),
    ...(region !== '' && { region }),
    ...(name !== null && { name }),
    ...(parent !== null && { parent }),
    ...(owner !== null && { owner }),
    ...(created !== null && { created_at: created.toISOString() }),
  };
}

/** An unmanaged object as the API shows it. */
export type ShownObject = ReturnType<typeof presentObject>;

export const presentObject = (row: UnmanagedObjectRow) => ({
  ...pick(row, 'id', 'provider', 'type', 'service', 'class', 'cloud_id', 'name', 'tags', 'parent', 'owner'),
  ...pick(row, 'severity', 'severity_rule', 'severity_reason', 'ignored_by', 'incident_id', 'gone_as'),
  account_id: orNull(row.account_id),
  region: orNull(row.region),
  created_at: timeOf(row.created_at),
  first_seen_at: row.first_seen_at.toISOString(),
  last_seen_at: row.last_seen_at.toISOString(),
  gone_at: timeOf(row.gone_at),
  /** True if no complete list of its type had it at the baseline. */
  new: row.in_baseline === false,
  import: { by: row.import, status: row.import_status, detail: row.import_detail },
});

/** The share of managed objects among those that somebody should manage; null without any. */
export function shareManaged(counts: Pick<ListingCounts, 'managed' | 'added' | 'unmanaged'>): number | null {
  const all = OPEN_CLASSES.reduce((sum, name) => sum + counts[name as 'added' | 'unmanaged'], counts.managed);
  return all === 0 ? null : counts.managed / all;
}

/** An inventory in figures. */
export function presentInventory(row: InventoryRow) {
  const counts = { ...noObjects(), ...row.counts };
  return {
    ...pick(row, 'analysis_id', 'status', 'objects', 'calls', 'not_listed', 'error'),
    started_at: timeOf(row.started_at),
    finished_at: timeOf(row.finished_at),
    baseline: row.is_baseline,
    counts,
    share_managed: shareManaged(counts),
    /** There may be more objects. */
    at_least: isAtLeast(row),
    /** States could not be read, and may have some of the objects. */
    at_most: row.unread_states.length > 0,
  };
}

export type ShownListing = ReturnType<typeof presentListing>;

export const presentListing = (row: ListingRow) => ({
  ...pick(row, 'type', 'service', 'state', 'reason', 'detail', 'calls', 'analysis_id'),
  account_id: orNull(row.account_id),
  region: orNull(row.region),
  baseline_at: timeOf(row.baseline_at),
  ...noObjects(),
  ...row.counts,
});
