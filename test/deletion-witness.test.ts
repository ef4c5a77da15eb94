import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Analysis } from '../src/engine/model/analysis.ts';
import { runLocalScan } from '../src/server/compose-scan.ts';
import { installFakeProvider } from '../testkit/plugin/install.ts';
import { temporaryDirectory } from '../testkit/tmp.ts';

const PUBLIC = ['registry.terraform.io', 'registry.opentofu.org'];
const SETTINGS = { provider: 'acme/fake', config: { region: 'north' } };
/** Attributes for a provider that reports a deletion at any error. */
const GONE = { on_read: ['deleted'] };
const REFUSED = { on_read: ['error:dial tcp 10.0.0.7:5672: connect: connection refused'] };
const DENIED = {
  on_read: ['error:Error 401 (not_authorised): Login failed for user reader at https://mq.example.com'],
};

/** An instance; `at` is the module prefix and the alias suffix of its provider in the state. */
type Thing = { attributes?: object; at?: [module: string, alias: string] };

describe.each(PUBLIC)('a state that names %s', (registry) => {
  const source = `${registry}/acme/fake`;
  let dir: Awaited<ReturnType<typeof temporaryDirectory>>;
  let runs = 0;
  beforeAll(async () => {
    dir = await temporaryDirectory();
    // The provider of one registry also serves the other registry's source.
    await installFakeProvider(join(dir.path, 'mirror'), { source: `${PUBLIC[1]}/acme/fake` });
    await installFakeProvider(join(dir.path, 'strict'), { source: `${PUBLIC[1]}/acme/fake`, needsToken: true });
  });
  afterAll(() => dir[Symbol.asyncDispose]());

  const state = (things: Record<string, Thing>, lineage = 'l') =>
    JSON.stringify({
      version: 4,
      terraform_version: '1.11.4',
      serial: 1,
      lineage,
      outputs: {},
      resources: Object.entries(things).map(([name, { attributes, at: [module, alias] = ['', ''] }]) => ({
        mode: 'managed',
        type: 'fake_thing',
        name,
        provider: `${module}provider["${source}"]${alias}`,
        instances: [{ schema_version: 2, attributes: { id: name, name, configured_region: 'here', ...attributes } }],
      })),
    });

  async function scan(
    states: Record<string, Record<string, Thing>>,
    settings: object[] = [SETTINGS],
    mirror = 'mirror',
  ) {
    const target = join(dir.path, `states-${(runs += 1)}`);
    for (const [key, things] of Object.entries(states)) {
      await mkdir(dirname(join(target, key)), { recursive: true });
      await writeFile(join(target, key), state(things, key));
    }
    const PLUMBLINE_PROVIDER_SETTINGS = JSON.stringify(settings);
    const cache = { HOME: dir.path, XDG_CACHE_HOME: join(dir.path, 'cache'), PLUMBLINE_SANDBOX: 'off' };
    const env = { ...cache, PLUMBLINE_PROVIDER_SETTINGS };
    return runLocalScan({ target, providerMirror: join(dir.path, mirror), env });
  }

  const verdicts = ({ coverage }: Analysis) =>
    coverage.map(({ verdict, reason }) => (reason ? `${verdict}/${reason}` : verdict));
  /** The configured region of the provider that read each instance. */
  const regions = ({ coverage }: Analysis) =>
    Object.fromEntries(
      coverage.map(({ state_key, resource, suppressed = [] }) => [
        `${state_key} ${resource.replace('fake_thing.', '')}`,
        suppressed.find(({ path }) => path === 'configured_region')?.after,
      ]),
    );
  const things = (count: number, attributes?: object) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`t${i}`, attributes ? { attributes } : {}]));
  const UNSURE = 'suspect/deletion_unconfirmed';

  test('reports seven of 23 deleted resources, since the others are there', async () => {
    const analysis = await scan({ 'a.tfstate': { ...things(23), ...things(7, GONE) } });
    expect(analysis.counts).toMatchObject({ deleted: 7, in_sync: 16, suspect: 0 });
    expect(analysis.status).toBe('completed');
    // Only AWS has regions and accounts.
    for (const one of [...analysis.findings, ...analysis.coverage]) {
      expect(one).not.toHaveProperty('region');
      expect(one).not.toHaveProperty('account_id');
    }
  });

  test.each([
    ['the only instance of a state', 1],
    ['everything on a server', 23],
  ])('does not check %s that is called gone, and names that first', async (_what, count) => {
    const analysis = await scan({ 'a.tfstate': things(count, GONE) });
    expect(verdicts(analysis)).toEqual(Array(count).fill(UNSURE));
    expect(analysis).toMatchObject({ status: 'partial', findings: [] });
    expect(analysis.coverage[0]?.detail).toContain(
      `nothing else of provider["${source}"] in this state vouches for it`,
    );
    const resources = count === 1 ? '1 of 1 resource' : `${count} of ${count} resources`;
    expect(analysis.ai_summary).toContain(`${resources} not checked: unconfirmed deletion (${count})`);
  });

  test.each([
    ['the connection is refused', REFUSED, 'unreadable/unreachable', '10.0.0.7:5672'],
    ['access is denied', DENIED, 'unreadable/credentials_rejected', 'for user reader at https://mq.example.com'],
  ])('reports no deletion where %s for all others', async (_what, attributes, others, detail) => {
    const analysis = await scan({ 'a.tfstate': { ...things(5, attributes), ...things(2, GONE) } });
    expect(verdicts(analysis)).toEqual([UNSURE, UNSURE, others, others, others]);
    expect(analysis.findings).toEqual([]);
    expect(analysis.coverage[4]?.detail).toContain(detail);
    expect(JSON.stringify(analysis)).not.toMatch(/the role|us-east-1/);
  });

  test('takes no witness from another configuration, module or state', async () => {
    const analysis = await scan(
      {
        'a.tfstate': {
          gone: { attributes: GONE },
          west: { at: ['', '.west'] },
          inner: { at: ['module.net.', ''] },
        },
        'b.tfstate': { there: {} },
      },
      [SETTINGS, { ...SETTINGS, alias: 'west' }, { ...SETTINGS, alias: '*' }],
    );
    expect(verdicts(analysis)).toEqual([UNSURE, 'in_sync', 'in_sync', 'in_sync']);
  });

  test('asks each server behind one provider about its own resources', async () => {
    const app = { one: {}, two: { at: ['', '.second'] }, three: { at: ['module.net.', ''] } } satisfies Record<
      string,
      Thing
    >;
    const analysis = await scan({ 'prod/app.tfstate': app, 'staging/app.tfstate': { one: {} } }, [
      { ...SETTINGS, alias: 'second', config: { region: 'second' } },
      { ...SETTINGS, alias: 'module.net', config: { region: 'module' } },
      { ...SETTINGS, states: ['staging/*'], config: { region: 'staging' } },
      { ...SETTINGS, states: ['prod/*'], config: { region: 'prod' } },
    ]);
    expect(regions(analysis)).toEqual({
      'prod/app.tfstate one': 'prod',
      'prod/app.tfstate three': 'module',
      'prod/app.tfstate two': 'second',
      'staging/app.tfstate one': 'staging',
    });
  });

  test('does not check two states that have the same resource by an entry that is for no states of its own', async () => {
    const copies = {
      'prod/app.tfstate': { one: {}, two: { attributes: GONE } },
      'staging/app.tfstate': { one: {} },
      'other.tfstate': { three: {} },
    };
    const guessed = await scan(copies);
    expect(verdicts(guessed)).toEqual(['in_sync', ...Array<string>(3).fill('unreadable/settings_missing')]);
    expect(guessed.coverage[1]?.detail).toMatch(/^Another state has a resource of the same id, with the same settings/);
    const said = await scan(copies, [{ ...SETTINGS, states: ['*'] }]);
    expect(said.counts).toMatchObject({ in_sync: 3, deleted: 1 });
  });

  test('does not check two configurations of one state that have the same resource by one entry', async () => {
    const two = {
      'a.tfstate': {
        one: { attributes: { id: 'app' }, at: ['', '.blue'] },
        two: { attributes: { id: 'app' }, at: ['', '.green'] },
        three: { attributes: GONE, at: ['', '.green'] },
      },
    } satisfies Record<string, Record<string, Thing>>;
    const guessed = await scan(two, [{ ...SETTINGS, alias: '*' }]);
    expect(verdicts(guessed)).toEqual(Array<string>(3).fill('unreadable/settings_missing'));
    expect(guessed.coverage[0]?.detail).toMatch(
      /^Another configuration of this provider in this state has a resource of the same id.*Give each an entry with its own "alias"/,
    );
    const said = await scan(two, [
      { ...SETTINGS, alias: 'blue' },
      { ...SETTINGS, alias: 'green' },
    ]);
    expect(said.counts).toMatchObject({ in_sync: 2, deleted: 1 });
  });

  test('takes no witness from another configuration by an entry that says no states', async () => {
    const two = {
      'a.tfstate': { gone: { attributes: GONE, at: ['', '.green'] }, there: { at: ['', '.blue'] } },
    } satisfies Record<string, Record<string, Thing>>;
    expect(verdicts(await scan(two, [{ ...SETTINGS, alias: '*' }]))).toEqual([UNSURE, 'in_sync']);
    const said = await scan(two, [{ ...SETTINGS, alias: '*', states: ['*'] }]);
    expect(said.counts).toMatchObject({ in_sync: 1, deleted: 1 });
  });

  test('does not check what has no settings of its own, and says the line to add', async () => {
    const analysis = await scan(
      {
        'prod/app.tfstate': { one: {}, two: { at: ['', '.second'], attributes: GONE } },
        'staging/app.tfstate': { one: {} },
      },
      [{ ...SETTINGS, states: ['prod/*'] }],
    );
    expect(verdicts(analysis)).toEqual(['in_sync', 'unreadable/settings_missing', 'unreadable/settings_missing']);
    expect(analysis.coverage[1]?.detail).toContain(
      'Add {"provider":"acme/fake","alias":"second","states":["prod/app.tfstate"],"config":{}}',
    );
    expect(analysis.coverage[2]?.detail).toContain(
      'Add {"provider":"acme/fake","states":["staging/app.tfstate"],"config":{}}',
    );
  });

  test.each([
    ['is refused when it is configured', 'strict', {}, /Not configured: Set token/],
    ['fails when it reads', 'mirror', { on_read: ['error:unsupported protocol scheme ""'] }, /protocol scheme ""$/],
  ])('says first that a provider got no settings that %s', async (_what, mirror, attributes, said) => {
    const analysis = await scan({ 'a.tfstate': things(1, attributes) }, [], mirror);
    expect(verdicts(analysis)).toEqual(['unreadable/settings_missing']);
    expect(analysis.coverage[0]?.detail).toMatch(said);
    expect(analysis.coverage[0]?.detail).toMatch(
      /^provider\["[^"]+"\] got no settings\. Add \{"provider":"acme\/fake","config":\{\}\} with its own config or env to PLUMBLINE_PROVIDER_SETTINGS\. /,
    );
  });
});
