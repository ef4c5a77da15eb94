import { chmod, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { missing } from '../../testkit/needs.ts';
import {
  archive,
  executable,
  machine,
  packed,
  sha256,
  TWIN,
  unpacked,
  WIDGET,
} from '../../testkit/provider-machine.ts';
import { signingKey, startRegistry } from '../../testkit/registry.ts';
import { temporaryDirectory } from '../../testkit/tmp.ts';
import { createProviderFinder } from './find.ts';
import { thisPlatform } from './address/platform.ts';
import { ProviderProblem } from './contract/problem.ts';

const OTHER_PLATFORM = 'plan9_mips';
const PLATFORM = thisPlatform();

describe('the configured mirror', () => {
  test('finds unpacked providers in the configured mirror', async () => {
    await using here = await machine();
    const mirror = join(here.root, 'mirror');
    const path = await unpacked(mirror, '1.2.3');
    expect(await here.find(WIDGET, { mirror })).toEqual({
      source: WIDGET,
      version: '1.2.3',
      path,
      checksum: sha256(path),
      origin: `the given mirror ${mirror}`,
    });
  });

  test('unpacks packed providers of the configured mirror once into the private cache', async () => {
    await using here = await machine();
    const mirror = join(here.root, 'mirror');
    await packed(mirror, '1.2.3');
    const found = await here.find(WIDGET, { mirror });
    expect(found).toMatchObject({ version: '1.2.3', checksum: sha256('widget 1.2.3') });
    expect(found.path.startsWith(join(here.root, 'cache'))).toBe(true);
    expect((await stat(dirname(found.path))).mode & 0o777).toBe(0o700);
    const { ino } = await stat(found.path);
    expect(await here.find(WIDGET, { mirror })).toEqual(found);
    expect((await stat(found.path)).ino).toBe(ino);
  });

  test.each(['', 'terraform-provider-widget_v0.1.0', 'terraform-provider-widget'])(
    'what directly holds the binary wins over newer versions elsewhere (%j)',
    async (name) => {
      await using here = await machine();
      await unpacked(join(here.root, 'home', '.terraform.d', 'plugins'), '9.0.0');
      const path = await executable(join(here.root, 'build', name || 'terraform-provider-widget_v0.1.0'));
      const found = await here.find(WIDGET, { mirror: name ? path : join(here.root, 'build') });
      expect(found.path).toBe(path);
    },
  );

  test('names a configured location that does not exist', async () => {
    await using here = await machine();
    const mirror = join(here.root, 'nowhere');
    await expect(here.find(WIDGET, { mirror })).rejects.toMatchObject({
      code: 'provider_not_found',
      internal: expect.stringContaining(`The provider mirror ${mirror} does not exist`),
    });
  });
});

describe('the choice of a version', () => {
  test('takes the newest of all locations, whatever their order and layout', async () => {
    await using here = await machine();
    const mirror = join(here.root, 'mirror');
    await unpacked(mirror, '1.9.0');
    await packed(mirror, '1.10.0');
    await unpacked(join(here.root, 'share', 'terraform', 'plugins'), '2.0.0');
    await unpacked(join(here.root, 'home', '.terraform.d', 'plugins'), '3.0.0-rc1');
    expect(await here.find(WIDGET, { mirror })).toMatchObject({ version: '2.0.0' });
    await rm(join(here.root, 'share'), { recursive: true });
    expect(await here.find(WIDGET, { mirror })).toMatchObject({ version: '1.10.0' });
  });

  test('takes the first location at equal versions', async () => {
    await using here = await machine();
    const mirror = join(here.root, 'mirror');
    const cache = join(here.root, 'plugin-cache');
    await unpacked(cache, '1.0.0');
    const home = await unpacked(join(here.root, 'home', '.terraform.d', 'plugins'), '1.0.0');
    const env = { TF_PLUGIN_CACHE_DIR: cache };
    expect(await here.find(WIDGET, { env })).toMatchObject({ path: home });
    const given = await unpacked(mirror, '1.0.0');
    expect(await here.find(WIDGET, { env, mirror })).toMatchObject({ path: given });
  });

  test('passes an unusable package over with a warning, and takes the next', async () => {
    await using here = await machine();
    const mirror = join(here.root, 'mirror');
    const broken = await packed(mirror, '4.0.0');
    await writeFile(broken, 'no archive');
    const plain = await unpacked(mirror, '3.0.0');
    await chmod(plain, 0o644);
    await unpacked(mirror, '2.0.0');
    expect(await here.find(WIDGET, { mirror })).toMatchObject({ version: '2.0.0' });
    expect(here.warnings).toEqual([
      expect.stringContaining(`${broken} could not be unpacked`),
      `${plain} is not executable.`,
    ]);
  });
});

describe("Terraform's CLI configuration", () => {
  test('searches filesystem mirrors and the plugin cache directory', async () => {
    await using here = await machine();
    await unpacked(join(here.root, 'm'), '1.0.0');
    await unpacked(join(here.root, 'excluded'), '8.0.0');
    await unpacked(join(here.root, 'home', 'cache'), '2.0.0');
    const text = `provider_installation {
      filesystem_mirror { path = "${here.root}/m" }
      filesystem_mirror {
        path = "${here.root}/excluded"
        exclude = ["plumbline-test/*"]
      }
    }`;
    await writeFile(join(here.root, 'home', '.terraformrc'), text);
    expect(await here.find()).toMatchObject({ version: '1.0.0', origin: `filesystem mirror ${here.root}/m` });
    await writeFile(join(here.root, 'home', '.terraformrc'), `${text}\nplugin_cache_dir = "$HOME/cache"\n`);
    expect(await here.find()).toMatchObject({ version: '2.0.0', origin: `plugin cache ${here.root}/home/cache` });
  });

  test('prefers dev_overrides to every version', async () => {
    await using here = await machine();
    await unpacked(join(here.root, 'home', '.terraform.d', 'plugins'), '9.0.0');
    const path = await executable(join(here.root, 'dev', 'terraform-provider-widget'));
    const file = join(here.root, 'dev.tfrc.json');
    const overrides = { 'plumbline-test/widget': 'dev' };
    await writeFile(file, JSON.stringify({ provider_installation: { dev_overrides: overrides } }));
    expect(await here.find(WIDGET, { env: { TF_CLI_CONFIG_FILE: file } })).toMatchObject({ path });
  });

  test('warns of an unreadable configuration, and names it when the provider is missing', async () => {
    await using here = await machine();
    const file = join(here.root, 'home', '.terraformrc');
    await writeFile(file, 'provider_installation {');
    await expect(here.find()).rejects.toMatchObject({
      internal: expect.stringContaining(`The Terraform CLI configuration ${file} was passed over: line 1`),
    });
    await unpacked(join(here.root, 'home', '.terraform.d', 'plugins'), '1.0.0');
    await here.find();
    expect(here.warnings).toEqual([expect.stringContaining(file)]);
  });
});

describe('the choice of a registry', () => {
  test("takes the other public registry's provider where its own has none, and says so", async () => {
    await using here = await machine();
    const mirror = join(here.root, 'mirror');
    await unpacked(mirror, '1.0.0');
    expect(await here.find(TWIN, { mirror })).toMatchObject({
      source: TWIN,
      version: '1.0.0',
      origin: `the given mirror ${mirror}, as ${WIDGET}`,
    });
    await unpacked(mirror, '0.9.0', TWIN);
    expect(await here.find(TWIN, { mirror })).toMatchObject({ version: '0.9.0', origin: `the given mirror ${mirror}` });
  });

  test('substitutes nothing for a private registry', async () => {
    await using here = await machine();
    const mirror = join(here.root, 'mirror');
    await unpacked(mirror, '1.0.0');
    await expect(here.find('example.com/plumbline-test/widget', { mirror })).rejects.toThrow('was not found');
  });

  test.each(['../../etc', 'a/b/c/d', ''])('rejects %j as an address', async (source) => {
    await using here = await machine();
    await expect(here.find(source)).rejects.toThrow('is not a provider address');
  });

  test("explains that Terraform's built-in provider has no binary", async () => {
    await using here = await machine();
    await expect(here.find('terraform.io/builtin/terraform')).rejects.toThrow('is a part of Terraform itself');
  });
});

test('reports a missing provider with locations, platforms and what to do', async () => {
  await using here = await machine();
  const mirror = join(here.root, 'mirror');
  await unpacked(mirror, '1.0.0', WIDGET, OTHER_PLATFORM);
  await packed(mirror, '1.1.0', WIDGET, OTHER_PLATFORM);
  const error = await here.find(WIDGET, { mirror }).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(ProviderProblem);
  const { internal, code, source } = error as ProviderProblem;
  expect([code, source]).toEqual(['provider_not_found', WIDGET]);
  for (const part of [
    `The provider ${WIDGET} is needed (for ${PLATFORM})`,
    `the given mirror ${mirror}`,
    `for ${OTHER_PLATFORM} only`,
    '--provider-mirror DIR',
    'PLUMBLINE_PROVIDER_MIRROR',
    'terraform providers mirror DIR',
    'CLI configuration file',
    'PLUMBLINE_PROVIDER_DOWNLOAD=1',
  ])
    expect(internal).toContain(part);
});

describe('checksums', () => {
  test('rejects an archive that its SHA256SUMS file contradicts', async () => {
    await using here = await machine();
    const mirror = join(here.root, 'mirror');
    const path = await packed(mirror, '1.0.0');
    const sums = join(dirname(path), 'terraform-provider-widget_1.0.0_SHA256SUMS');
    const line = (hex: string) => `${hex}  terraform-provider-widget_1.0.0_${PLATFORM}.zip\n`;
    await writeFile(sums, line('a'.repeat(64)));
    await expect(here.find(WIDGET, { mirror })).rejects.toMatchObject({
      code: 'provider_checksum_mismatch',
      internal: expect.stringContaining(sums),
    });
    await writeFile(sums, line(sha256(archive('1.0.0'))));
    expect(await here.find(WIDGET, { mirror })).toMatchObject({ version: '1.0.0' });
  });

  test('rejects a cached binary that is not what was unpacked', async () => {
    await using here = await machine();
    const mirror = join(here.root, 'mirror');
    await packed(mirror, '1.0.0');
    const { path } = await here.find(WIDGET, { mirror });
    await writeFile(path, 'something else');
    await expect(here.find(WIDGET, { mirror })).rejects.toMatchObject({ code: 'provider_checksum_mismatch' });
  });
});

describe('downloads', () => {
  const release = { name: 'plumbline-test/widget', version: '1.0.0', platform: PLATFORM, archive: archive('1.0.0') };

  test('downloads only when allowed and missing, and keeps the download', async () => {
    await using here = await machine();
    await using registry = await startRegistry([release], await signingKey());
    await expect(here.find(WIDGET, { registry: registry.url })).rejects.toThrow('was not found');
    expect(registry.asked.discovery).toBe(0);

    const found = await here.find(WIDGET, { registry: registry.url, download: true });
    expect(found).toMatchObject({ source: WIDGET, version: '1.0.0', checksum: sha256('widget 1.0.0') });
    expect(found.origin).toBe(`Plumbline's downloads ${join(here.root, 'cache', 'downloads')}, as ${TWIN}`);

    expect(await here.find(WIDGET)).toEqual(found);
    expect(await here.find(TWIN)).toMatchObject({ path: found.path });
    expect(registry.asked.archive).toBe(1);
  });

  test('downloads once for concurrent searches', async () => {
    await using here = await machine();
    await using registry = await startRegistry([release], await signingKey());
    const locations = { cacheDir: join(here.root, 'cache'), env: {}, registry: registry.url, download: true };
    const find = createProviderFinder(locations);
    const found = await Promise.all(Array.from({ length: 5 }, () => find({ source: WIDGET })));
    expect(new Set(found.map((one) => one.path)).size).toBe(1);
    expect(registry.asked.archive).toBe(1);
  });

  test('rejects a download that was changed afterwards', async () => {
    await using here = await machine();
    await using registry = await startRegistry([release], await signingKey());
    const { path } = await here.find(WIDGET, { registry: registry.url, download: true });
    await writeFile(path, 'something else');
    await expect(here.find(WIDGET)).rejects.toMatchObject({ code: 'provider_checksum_mismatch' });
  });

  test('takes no binary for a download that was only put there', async () => {
    await using here = await machine();
    await unpacked(join(here.root, 'cache', 'downloads'), '1.0.0');
    await expect(here.find()).rejects.toThrow('was not found');
  });

  test('reports a missing release as not found, and a registry error as a failed download', async () => {
    await using here = await machine();
    await using registry = await startRegistry([], await signingKey());
    const locations = { registry: registry.url, download: true };
    await expect(here.find(WIDGET, locations)).rejects.toMatchObject({
      code: 'provider_not_found',
      internal: expect.stringContaining(`The registry ${registry.url} does not have it for ${PLATFORM}`),
    });
    registry.faults.versions = 500;
    await expect(here.find(WIDGET, locations)).rejects.toMatchObject({ code: 'provider_download_failed' });
  });

  test('downloads only from the public registries, never from a host that a state names', async () => {
    await using here = await machine();
    await using registry = await startRegistry([release], await signingKey());
    const source = 'example.com/plumbline-test/widget';
    await expect(here.find(source, { registry: registry.url, download: true })).rejects.toMatchObject({
      internal: expect.stringContaining('Providers of example.com are not downloaded'),
    });
    expect(registry.asked.discovery).toBe(0);
  });
});

describe.skipIf(await missing('aws-provider'))('on this machine', () => {
  test('finds the AWS provider without configuration, and hashes it once', async () => {
    await using cache = await temporaryDirectory();
    const find = createProviderFinder({ cacheDir: cache.path, env: process.env });
    const found = await find({ source: 'registry.terraform.io/hashicorp/aws' });
    expect(found.checksum).toMatch(/^[0-9a-f]{64}$/);
    expect(await find({ source: 'registry.opentofu.org/hashicorp/aws' })).toMatchObject({ checksum: found.checksum });
    expect(await readdir(join(cache.path, 'checksums'))).toHaveLength(1);
  });
});
