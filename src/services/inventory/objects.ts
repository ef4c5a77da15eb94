import { AppError } from '../../base/errors.ts';
import { importFiles } from '../../engine/inventory/import/files.ts';
import type { Importable } from '../../engine/inventory/import/importable.ts';
import type { UnmanagedObject } from '../../engine/model/inventory.ts';
import { latestInventories } from '../../store/queries/inventories.ts';
import {
  countObjects,
  getObject,
  pageObjects,
  type ObjectFilter,
  type ObjectOrder,
} from '../../store/queries/unmanaged-objects-page.ts';
import type { UnmanagedObjectRow } from '../../store/queries/unmanaged-objects.ts';
import type { Tenant } from '../../store/scope.ts';
import { ownOrganization, type Ctx } from '../base/context.ts';
import { page, type Page, type PageRequest } from '../base/paging.ts';
import { pick } from '../base/present.ts';
import { objectOf, presentInventory, presentObject, type ShownObject } from './present.ts';
import { fetchInventoryOf } from './tenant.ts';

/** The filters of the list, and its order. */
export type ObjectsList = Omit<ObjectFilter, 'ids'> & { org_id: string; sort?: ObjectOrder };

/** A page of the objects that no state has; default order: the worst first. */
export async function listObjects(
  ctx: Ctx,
  { org_id: name, sort, limit, cursor, ...filter }: ObjectsList & PageRequest,
): Promise<Page<ShownObject>> {
  const tenant = await fetchInventoryOf(ctx, name);
  return page(
    { limit, ...(cursor !== undefined && { cursor }) },
    (most, after) => pageObjects(tenant, { ...filter, order: sort, limit: most, after }),
    presentObject,
  );
}

const EXPORTED_AT_ONCE = 200;

/** All matching objects, read page by page on demand. */
export async function exportObjects(ctx: Ctx, input: ObjectsList): Promise<AsyncGenerator<readonly ShownObject[]>> {
  const first = await listObjects(ctx, { ...input, limit: EXPORTED_AT_ONCE });
  return (async function* () {
    for (let current: Page<ShownObject> = first; ;) {
      yield current.items;
      if (current.next === undefined) return;
      current = await listObjects(ctx, { ...input, limit: EXPORTED_AT_ONCE, cursor: current.next });
    }
  })();
}

/** The configuration of an object, if it is proven. */
function importableOf(row: UnmanagedObjectRow): Importable<UnmanagedObject> | undefined {
  const { configuration: written } = row;
  return row.import_status === 'proven' && written !== null ? { object: objectOf(row), written } : undefined;
}

/** An object with its import block and its configuration; null where no configuration is proven. */
export async function getUnmanagedObject(ctx: Ctx, input: { org_id: string; object_id: string }) {
  const tenant = await fetchInventoryOf(ctx, input.org_id);
  const row = await getObject(tenant, input.object_id);
  if (!row) throw new AppError('not_found', 'No such object.');
  const importable = importableOf(row);
  const { files, variables } = importFiles(importable ? [importable] : [], row.region);
  const [block, ...rest] = files;
  return {
    ...presentObject(row),
    import_block: block?.text ?? null,
    configuration: rest.length === 0 ? null : rest.map(({ text }) => text).join('\n'),
    variables,
  };
}

/** The most objects of one import: their configuration is written in memory. */
const MAX_IMPORTED = 1_000;

/** Why an object has no configuration, for people. */
function reasonOf({ class: kind, import_status: status, import_detail: detail }: UnmanagedObjectRow): string {
  if (status === 'none') return `Nobody has to import what is ${kind}.`;
  return detail ?? 'No configuration of it is proven yet.';
}

/** The named objects that are gone, or that are not known (any more). */
async function absentOf(tenant: Tenant, ids: readonly string[], rows: readonly UnmanagedObjectRow[]) {
  const absent = [...new Set(ids).difference(new Set(rows.map(({ id }) => id)))];
  const filter: ObjectFilter = { ids: absent, ignored: 'any', status: 'gone' };
  const gone =
    absent.length === 0 ? [] : await pageObjects(tenant, { ...filter, limit: absent.length, after: undefined });
  const byId = new Map(gone.map((row) => [row.id, row]));
  return absent.map((id) => {
    const { type = '', cloud_id = '', gone_as: as } = byId.get(id) ?? {};
    const reason = as === 'managed' ? 'A state has it now.' : as === 'deleted' ? 'It is gone.' : 'No such object.';
    return { id, type, cloud_id, reason };
  });
}

type Wanted = Pick<ObjectFilter, 'class' | 'type' | 'service' | 'account' | 'region' | 'owner' | 'seen' | 'q'> &
  Pick<ObjectFilter, 'severity' | 'severity_at_least'>;

/**
 * The files that import objects into a root module, as `plumbline import` writes them: the named objects, or all that
 * match. What is left out has its reason. Changes nothing. 422 unless either is given.
 */
export async function importUnmanaged(
  ctx: Ctx,
  { org_id: name, objects: ids, filters }: { org_id: string; objects?: string[]; filters?: Wanted },
) {
  const tenant = await fetchInventoryOf(ctx, name);
  if ((ids === undefined) === (filters === undefined))
    throw new AppError('invalid_input', 'Name the objects to import, or filters: one of the two.', {
      fields: [{ path: '/objects', message: 'either this or filters' }],
    });
  // Named objects are imported whatever rules say; filters leave out what rules hide.
  const filter: ObjectFilter = ids === undefined ? { class: 'open', ...filters } : { ids, ignored: 'any' };
  const rows = await pageObjects(tenant, { ...filter, order: 'type', limit: MAX_IMPORTED, after: undefined });
  const importable = rows.flatMap((row) => importableOf(row) ?? []);
  const rest = rows.filter((row) => importableOf(row) === undefined);
  return {
    ...importFiles(importable),
    written: importable.length,
    left_out: [
      ...rest.map((row) => ({ ...pick(row, 'id', 'type', 'cloud_id'), reason: reasonOf(row) })),
      ...(await absentOf(tenant, ids ?? [], rows)),
    ],
    /** Matching objects beyond the limit. */
    more: Math.max(0, (await countObjects(tenant, filter)) - rows.length),
  };
}

/** Objects for an agent: of the named organization or the caller's own, with the number of all that match. */
export async function listUnmanaged(
  ctx: Ctx,
  { org_id: orgId, ...input }: Omit<ObjectsList, 'org_id'> & PageRequest & { org_id?: string },
) {
  const org_id = orgId ?? ownOrganization(ctx);
  if (org_id === undefined)
    throw new AppError('invalid_input', 'The operator key belongs to no organization: name one with org_id.');
  const { limit: _limit, cursor: _cursor, sort: _sort, ...filter } = input;
  const tenant = await fetchInventoryOf(ctx, org_id);
  const [latest] = await latestInventories(tenant, 1);
  return {
    latest: latest && presentInventory(latest),
    total: await countObjects(tenant, filter),
    ...(await listObjects(ctx, { ...input, org_id })),
  };
}
