import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Analysis } from '../src/engine/model/analysis.ts';
import { runLocalScan, type LocalScanInput } from '../src/server/compose-scan.ts';
import { installFakeProvider } from '../testkit/plugin/install.ts';
import { temporaryDirectory } from '../testkit/tmp.ts';

const SOURCE = 'plumbline.dev/testkit/fake';
const SECRET = 'right-0b7c2f9d4e6a8150';

/** A state with one resource of another provider than AWS's. */
function state(attributes: object = {}, schemaVersion = 2): string {
  const instances = [
    {
      schema_version: schemaVersion,
      attributes: { id: 'a', name: 'a', configured_region: 'north', ...attributes },
      sensitive_attributes: [],
    },
  ];
  const resources = [{ mode: 'managed', type: 'fake_thing', name: 'a', provider: `provider["${SOURCE}"]`, instances }];
  return JSON.stringify({ version: 4, terraform_version: '1.11.4', serial: 1, lineage: 'l', outputs: {}, resources });
}

const lock = (version: string) => `provider "${SOURCE}" {\n  version = "${version}"\n}\n`;
const verdicts = ({ coverage }: Analysis) =>
  coverage.map(({ verdict, reason }) => (reason ? `${verdict}/${reason}` : verdict));

describe('a provider that needs credentials', () => {
  let dir: Awaited<ReturnType<typeof temporaryDirectory>>;
  let runs = 0;
  beforeAll(async () => {
    dir = await temporaryDirectory();
    const mirror = join(dir.path, 'mirror');
    await installFakeProvider(mirror, { version: '1.0.0', needsToken: true });
    await installFakeProvider(mirror, { version: '2.0.0', needsToken: true, schemaVersion: 3 });
  });
  afterAll(() => dir[Symbol.asyncDispose]());

  async function scan(files: Record<string, string>, settings?: object[], more: Partial<LocalScanInput> = {}) {
    const target = join(dir.path, `states-${(runs += 1)}`);
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(target, name)), { recursive: true });
      await writeFile(join(target, name), content);
    }
    const env = {
      HOME: dir.path,
      PLUMBLINE_SANDBOX: 'off',
      XDG_CACHE_HOME: join(dir.path, 'cache'),
      ...(settings && { PLUMBLINE_PROVIDER_SETTINGS: JSON.stringify(settings) }),
    };
    return runLocalScan({ target, providerMirror: join(dir.path, 'mirror'), env, ...more });
  }

  test('leaves a provider without credentials unreadable, and says what to do', async () => {
    const analysis = await scan({ 'a.tfstate': state() });
    expect(verdicts(analysis)).toEqual(['unreadable/settings_missing']);
    expect(analysis.coverage[0]?.detail).toMatch(
      /^provider\["plumbline\.dev\/testkit\/fake"\] got no settings\. Add \{"provider":"plumbline\.dev\/testkit\/fake","config":\{\}\} .*Not configured: Set token/,
    );
    expect(analysis.error?.code).toBe('settings_missing');
  });

  test.each([
    ['by its configuration', { config: { region: 'north', token: SECRET } }],
    ['by its environment', { env: { FAKE_REGION: 'north', FAKE_TOKEN: SECRET } }],
  ])('reads with credentials that a provider gets %s', async (_, given) => {
    const analysis = await scan({ 'a.tfstate': state() }, [{ provider: 'plumbline.dev/testkit/*', ...given }]);
    expect(verdicts(analysis)).toEqual(['in_sync']);
    expect(analysis.providers).toMatchObject([{ source: SOURCE, version: '2.0.0', protocol: 6 }]);
  });

  test('passes no credentials to other providers', async () => {
    const analysis = await scan({ 'a.tfstate': state() }, [{ provider: 'testkit/fake', config: { token: SECRET } }]);
    expect(verdicts(analysis)).toEqual(['unreadable/settings_missing']);
  });

  test('reveals no credentials in rejections or live values', async () => {
    const wrong = { provider: SOURCE, env: { FAKE_TOKEN: 'wrong-5d1f8a3b7c' } };
    const refused = await scan({ 'a.tfstate': state() }, [wrong]);
    expect(verdicts(refused)).toEqual(['unreadable/provider_configure_failed']);
    expect(refused.coverage[0]?.detail).toContain('The token (sensitive) was refused');
    expect(JSON.stringify(refused)).not.toContain('5d1f8a3b7c');

    const live = JSON.stringify({ note: `made with ${SECRET}`, tags: { [SECRET]: 'x' } });
    const right = { provider: SOURCE, config: { region: 'north', token: SECRET } };
    const shown = await scan({ 'a.tfstate': state({ note: 'a', live }) }, [right]);
    expect(verdicts(shown)).toEqual(['changed']);
    expect(JSON.stringify(shown)).not.toContain(SECRET);
  });

  test('runs the provider versions of the lock files beside the states, two side by side', async () => {
    const settings = [{ provider: SOURCE, config: { region: 'north', token: SECRET } }];
    const files = {
      'old/a.tfstate': state(),
      'old/.terraform.lock.hcl': lock('1.0.0'),
      'new/deep/a.tfstate': state({}, 3),
      'new/.terraform.lock.hcl': lock('2.0.0'),
      'far/a.tfstate': state(),
      'far/.terraform.lock.hcl': lock('3.0.0'),
      'none/a.tfstate': state(),
    };
    const analysis = await scan(files, settings);
    expect(verdicts(analysis)).toEqual(Array(4).fill('in_sync'));
    expect(analysis.providers.map(({ version, locked }) => [version, locked])).toEqual([
      ['1.0.0', undefined],
      ['2.0.0', '3.0.0'],
      ['2.0.0', undefined],
    ]);
    const given = await scan(files, settings, {
      lockFile: join(dir.path, `states-${runs}`, 'old', '.terraform.lock.hcl'),
    });
    // The lock file's version, which reads all states, is too old for one of them.
    expect(verdicts(given).sort()).toEqual(['in_sync', 'in_sync', 'in_sync', 'unsupported/schema_too_new']);
    const newest = await scan(files, settings, { lockFile: false });
    expect(newest.providers.map(({ version }) => version)).toEqual(['2.0.0']);
  });

  test('stops at an invalid lock file, with its name', async () => {
    const files = { 'a.tfstate': state(), '.terraform.lock.hcl': 'module "x" {}' };
    await expect(scan(files)).rejects.toThrow(/lock file .*\.terraform\.lock\.hcl cannot be used: .*--no-lock-file/);
  });
});
