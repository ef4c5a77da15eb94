import { expect, test } from 'vitest';
import {
  noObjects,
  type Inventory,
  type InventoryListing,
  type UnmanagedObject,
} from '../../engine/model/inventory.ts';
import { inventoryReport } from './report.ts';
import { inventoryExitCode } from './run.ts';

const listing = (of: Partial<InventoryListing>): InventoryListing => ({
  type: 'aws_sqs_queue',
  service: 'sqs',
  state: 'listed',
  calls: 1,
  ...noObjects(),
  ...of,
});
const ALL_OF_HERE = { isWhole: false, target: undefined };
const notListed = (reason: string) => listing({ state: 'not_listed', reason, calls: 0 });
const inventory = (of: Partial<Inventory>): Inventory => ({
  unread_states: [],
  listings: [],
  objects: [],
  unproven: [],
  ...of,
});

test.each<[string, Partial<Inventory>, string, number]>([
  ['every list was read', { listings: [listing({}), notListed('no_list')] }, 'Nothing unmanaged', 0],
  ['services are not in use', { listings: [notListed('not_in_use')] }, 'Nothing unmanaged', 0],
  ['a list failed', { listings: [listing({}), notListed('denied')] }, 'Nothing unmanaged in what could be listed', 1],
  [
    'a state was not read',
    { listings: [listing({})], unread_states: ['a'] },
    'Nothing unmanaged in what could be listed',
    1,
  ],
  [
    'an object could not be read',
    {
      listings: [listing({})],
      unproven: [{ type: 'aws_sqs_queue', cloud_id: 'q', reason: 'denied', detail: 'denied' }],
    },
    'Nothing unmanaged in what could be listed',
    1,
  ],
  ['no type fits', {}, 'Nothing was listed', 1],
  ['no list is known', { listings: [notListed('no_list'), notListed('expensive')] }, 'Nothing was listed', 1],
])('says what finding nothing means where %s', (_, of, headline, code) => {
  const found = inventory(of);
  expect(inventoryReport(found, { width: 80, color: false }, ALL_OF_HERE).split('\n')[0]).toBe(headline);
  expect(inventoryExitCode(found, undefined)).toBe(code);
  expect(inventoryExitCode(found, true)).toBe(0);
});

test('names the states that were compared in the command that imports the rest', () => {
  const object: UnmanagedObject = {
    type: 'aws_sqs_queue',
    service: 'sqs',
    class: 'unmanaged',
    cloud_id: 'jobs',
    import: { id: 'jobs' },
    severity: 'low',
    severity_rule: 'unmanaged',
    severity_reason: 'no state has it',
    tags: {},
  };
  const next = (target: string | undefined) =>
    inventoryReport(inventory({ objects: [object] }), { width: 200, color: false }, { isWhole: false, target });
  expect(next(undefined)).toContain('plumbline import --all -o imported: writes');
  expect(next('s3://acme states')).toContain("plumbline import --all -o imported 's3://acme states': writes");
});
