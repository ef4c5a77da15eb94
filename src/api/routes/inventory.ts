import { Type } from 'typebox';
import { csvAnswer, MAX_EXPORT_MS, sendCsv } from '../http/exports.ts';
import { operationsOf } from '../http/operations.ts';
import type { App } from '../http/types.ts';
import { LongCursor, oneOf, PageFields, Strict } from '../schemas/common.ts';
import {
  ImportFiles,
  ImportRequest,
  Inventory,
  InventoryListing,
  InventorySettings,
  InventorySettingsPatch,
  ListingFilters,
  ObjectFilters,
  UnmanagedObject,
  UnmanagedObjectDetails,
} from '../schemas/inventory.ts';
import { getInventory, listListings } from '../../services/inventory/overview.ts';
import { exportObjects, getUnmanagedObject, importUnmanaged, listObjects } from '../../services/inventory/objects.ts';
import { getInventorySettings, saveSettings } from '../../services/inventory/settings.ts';
import { OBJECT_ORDERS } from '../../store/queries/unmanaged-objects-page.ts';
import { objectsCsv } from '../../texts/csv.ts';
import { LongPageFields } from './findings.ts';

const Sort = Type.Optional(
  oneOf(OBJECT_ORDERS, 'severity = the worst first (default); newest = by when it was first seen'),
);

const CSV = csvAnswer('"severity","class","type"\r\n"critical","added","aws_vpc_security_group_ingress_rule"\r\n');

export function inventoryRoutes(app: App): void {
  const { list, route } = operationsOf(app, 'inventory');

  route('getInventory', 'GET /api/v1/orgs/:org_id/inventory', 'read', {
    summary: 'What no state has, in numbers',
    description:
      'The latest inventory, how much of each service is managed, and the share over time. An inventory is part of an analysis that is started with `unmanaged`.',
    success: { 200: Inventory },
    call: getInventory,
  });
  list('listInventoryListings', 'GET /api/v1/orgs/:org_id/inventory/listings', 'read', {
    summary: 'The latest list of each type',
    description: 'By type, account and region, with the reason where a type could not be listed.',
    query: Strict({ ...LongPageFields, cursor: LongCursor, ...ListingFilters }),
    items: InventoryListing,
    call: listListings,
  });
  list('listUnmanagedObjects', 'GET /api/v1/orgs/:org_id/inventory/objects', 'read', {
    summary: 'Objects of the cloud that no state has',
    description: 'As inventories saw them last. While one runs, objects may appear before a cursor.',
    query: Strict({ ...LongPageFields, cursor: PageFields.cursor, ...ObjectFilters, sort: Sort }),
    items: UnmanagedObject,
    call: listObjects,
  });
  route('exportUnmanagedObjects', 'GET /api/v1/orgs/:org_id/inventory/csv', 'read', {
    handlerTimeout: MAX_EXPORT_MS,
    summary: 'Objects that no state has, as CSV',
    description:
      'For spreadsheets: one a line, those that fit the same filters as the list takes. A cell that a spreadsheet would take for a formula begins with an apostrophe.',
    query: Strict({ ...ObjectFilters, sort: Sort }),
    success: CSV,
    call: async (ctx, input, exchange) =>
      sendCsv(exchange, 'unmanaged.csv', objectsCsv(await exportObjects(ctx, input))),
  });
  route('getUnmanagedObject', 'GET /api/v1/orgs/:org_id/inventory/objects/:object_id', 'read', {
    summary: 'One object that no state has, with its configuration',
    description: 'The import block and the configuration are those of `plumbline import`; secrets are variables.',
    success: { 200: UnmanagedObjectDetails },
    call: getUnmanagedObject,
  });
  route('importUnmanagedObjects', 'POST /api/v1/orgs/:org_id/inventory/import', 'read', {
    summary: 'Write configuration and import blocks for objects that no state has',
    description:
      'Answers with the files of a root module and changes nothing: to import the objects, apply the files with Terraform.',
    body: ImportRequest,
    success: { 200: ImportFiles },
    call: importUnmanaged,
  });
  route('getInventorySettings', 'GET /api/v1/orgs/:org_id/inventory/settings', 'read', {
    summary: 'How often inventories are made',
    success: { 200: InventorySettings },
    call: getInventorySettings,
  });
  route('saveInventorySettings', 'PATCH /api/v1/orgs/:org_id/inventory/settings', 'write', {
    summary: 'Change how often inventories are made',
    body: InventorySettingsPatch,
    success: { 200: InventorySettings },
    call: saveSettings,
  });
}
