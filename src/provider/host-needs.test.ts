import { join } from 'node:path';
import { expect, test } from 'vitest';
import { installFakeProvider, type FakeInstallOptions } from '../../testkit/plugin/install.ts';
import { testSandbox } from '../../testkit/plugin/sandbox.ts';
import { thing } from '../../testkit/provider-rig.ts';
import { temporaryDirectory } from '../../testkit/tmp.ts';
import { createProviderFinder } from './find.ts';
import { createProviderHost, type HostOptions } from './host.ts';
import type { ProviderEvent } from './process/events.ts';
import type { ProviderConfig, ProviderHost, ProviderNeed } from './contract/types.ts';

const SOURCE = 'plumbline.dev/testkit/fake';

/** A host with a mirror of these versions of the fake provider. */
const hostOver = (...versions: FakeInstallOptions[]) => hostWith({}, ...versions);

async function hostWith(more: Partial<HostOptions>, ...versions: FakeInstallOptions[]) {
  const dir = await temporaryDirectory();
  const mirror = join(dir.path, 'mirror');
  for (const options of versions) await installFakeProvider(mirror, options);
  const events: ProviderEvent[] = [];
  const cacheDir = join(dir.path, 'cache');
  const find = createProviderFinder({ mirror, cacheDir, env: { HOME: dir.path } });
  const host = createProviderHost({
    find,
    cacheDir,
    childEnv: {},
    sandbox: testSandbox(),
    onEvent: (event) => events.push(event),
    ...more,
  });
  const dispose = async () => {
    await host.close();
    await dir[Symbol.asyncDispose]();
  };
  const launched = () => events.filter(({ kind }) => kind === 'launched').length;
  return { host, launched, [Symbol.asyncDispose]: dispose };
}

/** The region of the provider's configuration, by its answer. */
async function regionOf(host: ProviderHost, need: Partial<ProviderNeed>, config: ProviderConfig = {}) {
  const outcome = await host.use({ source: SOURCE, ...need }, config, (session) => session.read(thing('a')));
  return outcome.status === 'read' ? (outcome.live as Record<string, unknown>)['configured_region'] : outcome;
}

/** The version that is used for a state with `fake_thing` in this schema version. */
const versionFor = (host: ProviderHost, version: number, need: Partial<ProviderNeed> = {}) =>
  host.use({ source: SOURCE, schemaVersions: { fake_thing: version }, ...need }, {}, (session) =>
    Promise.resolve(session.version),
  );

test('gives an environment to its own process only', async () => {
  await using it = await hostOver({});
  const env = (region: string) => ({ env: { FAKE_REGION: region } });
  const regions = [env('north'), env('south'), {}, env('north')].map((need) => regionOf(it.host, need));
  expect(await Promise.all(regions)).toEqual(['north', 'south', 'anywhere', 'north']);
  expect(it.launched()).toBe(3);
});

test.each([
  ['nothing and no way out of the sandbox', false, { region: 'anywhere', confined: true, tunnels: 0 }],
  ['what it has at Terraform, in a trusted directory', true, { region: 'north', confined: false, tunnels: 0 }],
])('gives a program out of the scanned directory %s', async (_, isTrusted, expected) => {
  await using dir = await temporaryDirectory();
  const { path } = await installFakeProvider(join(dir.path, 'installed'), {});
  let [confined, tunnels] = [false, 0];
  const sandbox = testSandbox();
  await using it = await hostWith({
    isTrusted,
    find: async ({ source }) => ({
      source,
      version: '1.0.0',
      path,
      checksum: 'c',
      origin: '',
      verified: true,
      isForeign: true,
    }),
    sandbox: {
      ...sandbox,
      confinement: () => {
        confined = true;
        return sandbox.confinement();
      },
    },
    tunnel: async () => {
      tunnels += 1;
      throw new Error('a way out');
    },
  });
  const region = await regionOf(it.host, { env: { FAKE_REGION: 'north' }, directory: dir.path });
  expect({ region, confined, tunnels }).toEqual(expected);
});

test('shares no process between configurations with an environment', async () => {
  await using it = await hostOver({});
  const regions = ['a', 'b', 'a'].map((region) => regionOf(it.host, { env: {} }, { region }));
  expect(await Promise.all(regions)).toEqual(['a', 'b', 'a']);
  expect(it.launched()).toBe(2);
});

test('uses the newest version whose schemas are new enough, two side by side', async () => {
  await using it = await hostOver(
    { version: '1.0.0', schemaVersion: 2 },
    { version: '1.1.0', schemaVersion: 3 },
    { version: '2.0.0-beta1', schemaVersion: 5 },
  );
  const versions = [versionFor(it.host, 2), versionFor(it.host, 5), versionFor(it.host, 9)];
  expect(await Promise.all(versions)).toEqual(['1.1.0', '2.0.0-beta1', '1.1.0']);
  expect(await versionFor(it.host, 2, { locked: { version: '1.0.0', hashes: [] } })).toBe('1.0.0');
  // A type that only an older version knows, or no version.
  expect(await versionFor(it.host, 2, { schemaVersions: { fake_gone: 1 } })).toBe('1.1.0');
});
