import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeControl } from '../../testkit/plugin/fake/control.ts';
import { installFakeProvider } from '../../testkit/plugin/install.ts';
import { temporaryDirectory } from '../../testkit/tmp.ts';
import type { Inventory } from '../engine/model/inventory.ts';
import { runLocalScan } from './compose-scan.ts';

const SOURCE = 'plumbline.dev/testkit/fake';

let dir: Awaited<ReturnType<typeof temporaryDirectory>>;
let control: string;

const instance = (type: string, id: string, configuration = `provider["${SOURCE}"]`) => ({
  mode: 'managed',
  type,
  name: id,
  provider: configuration,
  instances: [
    {
      schema_version: type === 'fake_thing' ? 2 : 0,
      attributes: { id, name: id, configured_region: 'north' },
      sensitive_attributes: [],
    },
  ],
});

beforeAll(async () => {
  dir = await temporaryDirectory();
  control = join(dir.path, 'control');
  await mkdir(control);
  await installFakeProvider(join(dir.path, 'mirror'), { control, needsToken: true });
});
afterAll(() => dir[Symbol.asyncDispose]());

/** An inventory beside states with these resources, by a provider whose own list names these servers. */
async function inventoryOf(
  name: string,
  servers: readonly string[],
  states: readonly object[][],
  settings: object = { config: { region: 'north', token: 'right-token' } },
): Promise<Inventory> {
  await writeControl(control, { servers });
  const target = join(dir.path, name);
  await mkdir(target);
  for (const [i, resources] of states.entries()) {
    const state = { version: 4, terraform_version: '1.11.4', serial: 1, lineage: `l${i}`, outputs: {}, resources };
    await writeFile(join(target, `${i}.tfstate`), JSON.stringify(state));
  }
  const env = {
    HOME: dir.path,
    PLUMBLINE_SANDBOX: 'off',
    XDG_CACHE_HOME: join(dir.path, 'cache'),
    PLUMBLINE_PROVIDER_SETTINGS: JSON.stringify([{ provider: SOURCE, alias: '*', ...settings }]),
  };
  let found: Inventory | undefined;
  const inventory = { minAgeMs: 0, done: (whole: { inventory: Inventory }) => (found = whole.inventory) };
  await runLocalScan({ target, providerMirror: join(dir.path, 'mirror'), env, inventory });
  return found!;
}

test('finds what no state has by the provider’s own list, once for all states with its settings', async () => {
  const { objects, listings, unproven } = await inventoryOf(
    'found',
    ['a', 'b', 'c'],
    [
      [instance('fake_server', 'a'), instance('fake_thing', 'x')],
      [instance('fake_server', 'b', `provider["${SOURCE}"].other`)],
    ],
  );
  expect(objects).toMatchObject([
    { type: 'fake_server', class: 'unmanaged', cloud_id: 'c', import: { identity: { id: 'c', region: 'north' } } },
  ]);
  expect(unproven).toEqual([]);
  expect(listings).toMatchObject([
    { type: 'fake_server', state: 'listed', managed: 2, unmanaged: 1 },
    { type: 'fake_thing', state: 'not_listed', reason: 'no_list', managed: 1 },
  ]);
});

test('does not trust the provider’s own list where it leaves out what was just read', async () => {
  const { listings } = await inventoryOf(
    'partial',
    ['a'],
    [[instance('fake_server', 'a'), instance('fake_server', 'b')]],
  );
  expect(listings).toMatchObject([{ type: 'fake_server', state: 'not_listed', reason: 'incomplete', managed: 1 }]);
  expect(listings[0]?.detail).toContain('fake_server.b');
});

test('says which provider’s types are not listed where it refuses its settings', async () => {
  const { objects, listings } = await inventoryOf('refused', ['a', 'b'], [[instance('fake_server', 'a')]], {
    config: { region: 'north', token: 'wrong-token' },
  });
  expect(objects).toEqual([]);
  expect(listings).toMatchObject([{ type: 'fake_*', state: 'not_listed', reason: 'provider_configure_failed' }]);
});
