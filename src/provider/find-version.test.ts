import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { archive, machine, packed, sha256, TWIN, unpacked, WIDGET } from '../../testkit/provider-machine.ts';
import { signingKey, startRegistry } from '../../testkit/registry.ts';
import { parseProviderPattern } from './address/pattern.ts';
import { thisPlatform } from './address/platform.ts';
import type { FoundProvider } from './contract/types.ts';

const zh = (version: string) => `zh:${sha256(archive(version))}`;
/** The `h1:` hash of one file, as by golang.org/x/mod sumdb/dirhash. */
const h1 = (name: string, content: string) =>
  `h1:${createHash('sha256')
    .update(`${sha256(content)}  ${name}\n`)
    .digest('base64')}`;
const patterns = (...texts: string[]) => texts.map((text) => parseProviderPattern(text) ?? expect.fail(text));

describe('allowed providers', () => {
  test('searches for no provider that is not allowed', async () => {
    await using here = await machine();
    await using registry = await startRegistry([], await signingKey());
    const mirror = join(here.root, 'mirror');
    await unpacked(mirror, '1.0.0');
    const more = { mirror, download: true, registry: registry.url };
    await expect(here.find(WIDGET, { ...more, allowed: patterns('acme/*') })).rejects.toMatchObject({
      code: 'provider_not_allowed',
      message: expect.stringContaining('PLUMBLINE_PROVIDERS'),
    });
    expect(registry.asked.discovery).toBe(0);
    expect(await here.find(WIDGET, { ...more, allowed: patterns('acme/*', 'plumbline-test/*') })).toMatchObject({
      version: '1.0.0',
    });
  });

  test("allows one registry's provider without its twin's", async () => {
    await using here = await machine();
    const mirror = join(here.root, 'mirror');
    await unpacked(mirror, '1.0.0', TWIN);
    await expect(here.find(WIDGET, { mirror, allowed: patterns(WIDGET) })).rejects.toThrow('was not found');
    expect(await here.find(WIDGET, { mirror, allowed: patterns('plumbline-test/widget') })).toMatchObject({
      installedAs: TWIN,
    });
  });
});

describe('a lock file', () => {
  test('takes the locked version, and proves archive or binary by its hashes', async () => {
    await using here = await machine();
    const mirror = join(here.root, 'mirror');
    await packed(mirror, '1.0.0');
    const path = await unpacked(mirror, '1.5.0');
    await packed(mirror, '2.0.0');
    const locked = (version: string, ...hashes: string[]) => ({ locked: { version, hashes } });
    const verified = (version: string) => ({ version, verified: true });
    expect(await here.findFor(locked('1.0.0', 'zh:00', zh('1.0.0')), { mirror })).toMatchObject(verified('1.0.0'));
    const inside = h1('terraform-provider-widget_v1.0.0', 'widget 1.0.0');
    expect(await here.findFor(locked('1.0.0', inside), { mirror })).toMatchObject(verified('1.0.0'));
    const binary = h1('terraform-provider-widget_v1.5.0_x5', path);
    expect(await here.findFor(locked('1.5.0', binary), { mirror })).toMatchObject(verified('1.5.0'));
    // An entry without hashes names a version, and proves nothing.
    const named = await here.findFor(locked('1.5.0'), { mirror });
    expect([named.version, named.verified]).toEqual(['1.5.0', undefined]);
  });

  test('stops the provider that no locked hash proves', async () => {
    await using here = await machine();
    const mirror = join(here.root, 'mirror');
    await unpacked(mirror, '1.0.0');
    await packed(mirror, '2.0.0');
    for (const version of ['1.0.0', '2.0.0'])
      await expect(here.findFor({ locked: { version, hashes: [zh('3.0.0')] } }, { mirror })).rejects.toMatchObject({
        code: 'provider_checksum_mismatch',
        message: expect.stringMatching(/lock file.*h1:.*terraform providers lock -platform=/),
      });
  });

  test('takes the newest, unproven, where the locked version is not here', async () => {
    await using here = await machine();
    const mirror = join(here.root, 'mirror');
    await unpacked(mirror, '1.0.0');
    await unpacked(mirror, '2.0.0');
    const found = await here.findFor({ locked: { version: '1.5.0', hashes: [zh('1.5.0')] } }, { mirror });
    expect([found.version, found.verified]).toEqual(['2.0.0', undefined]);
  });

  test("does not take the other registry's build of the same version for what it asks for", async () => {
    await using here = await machine();
    const mirror = join(here.root, 'mirror');
    await packed(mirror, '1.0.0', TWIN);
    const other = await here.findFor({ locked: { version: '1.0.0', hashes: [zh('9.9.9')] } }, { mirror });
    expect([other.version, other.verified, other.installedAs]).toEqual(['1.0.0', undefined, TWIN]);
    const same = await here.findFor({ locked: { version: '1.0.0', hashes: [zh('1.0.0')] } }, { mirror });
    expect([same.verified, same.installedAs]).toEqual([true, TWIN]);
  });

  test('takes a binary that the operator named whatever is locked', async () => {
    await using here = await machine();
    const path = await unpacked(join(here.root, 'mirror'), '1.0.0');
    const found = await here.findFor({ locked: { version: '2.0.0', hashes: [zh('2.0.0')] } }, { mirror: path });
    expect(found).toMatchObject({ path, version: '1.0.0' });
  });

  test('downloads the locked version, and proves it by its archive', async () => {
    await using here = await machine();
    const release = (version: string) => ({
      name: 'plumbline-test/widget',
      version,
      platform: thisPlatform(),
      archive: archive(version),
    });
    await using registry = await startRegistry([release('1.0.0'), release('2.0.0')], await signingKey());
    const more = { registry: registry.url, download: true };
    const need = { locked: { version: '1.0.0', hashes: [zh('1.0.0')] } };
    const find = here.finder(more);
    expect(await find({ source: WIDGET, ...need })).toMatchObject({ version: '1.0.0', verified: true });
    expect(await find({ source: WIDGET, ...need })).toMatchObject({ version: '1.0.0', verified: true });
    expect(registry.asked.archive).toBe(1);
    // A version that the registry lacks too is requested once, not for every state.
    const lacking = { locked: { version: '3.0.0', hashes: [] } };
    expect(await find({ source: WIDGET, ...lacking })).toMatchObject({ version: '1.0.0' });
    const { discovery } = registry.asked;
    await find({ source: WIDGET, ...lacking });
    expect(registry.asked.discovery).toBe(discovery);
  });
});

describe('the choice by schema version', () => {
  const only =
    (...versions: string[]) =>
    ({ version }: FoundProvider) =>
      Promise.resolve(versions.includes(version));

  test('takes the newest that fits, else the newest', async () => {
    await using here = await machine();
    const mirror = join(here.root, 'mirror');
    for (const version of ['1.0.0', '2.0.0', '3.0.0-beta1']) await unpacked(mirror, version);
    expect(await here.findFor({}, { mirror }, only('1.0.0', '2.0.0'))).toMatchObject({ version: '2.0.0' });
    expect(await here.findFor({}, { mirror }, only('3.0.0-beta1'))).toMatchObject({ version: '3.0.0-beta1' });
    expect(await here.findFor({}, { mirror }, only())).toMatchObject({ version: '2.0.0' });
  });

  test("takes its twin's where none of its own fits", async () => {
    await using here = await machine();
    const mirror = join(here.root, 'mirror');
    await unpacked(mirror, '1.0.0');
    await unpacked(mirror, '2.0.0', TWIN);
    expect(await here.findFor({}, { mirror }, only('2.0.0'))).toMatchObject({ version: '2.0.0', installedAs: TWIN });
    expect(await here.findFor({}, { mirror }, only())).toMatchObject({ version: '1.0.0' });
  });

  test('downloads a newer version once where nothing here fits', async () => {
    await using here = await machine();
    await unpacked(join(here.root, 'mirror'), '1.0.0');
    const release = {
      name: 'plumbline-test/widget',
      version: '2.0.0',
      platform: thisPlatform(),
      archive: archive('2.0.0'),
    };
    await using registry = await startRegistry([release], await signingKey());
    const find = here.finder({ mirror: join(here.root, 'mirror'), registry: registry.url, download: true });
    expect(await find({ source: WIDGET }, only('2.0.0'))).toMatchObject({ version: '2.0.0' });
    expect(await find({ source: WIDGET }, only())).toMatchObject({ version: '1.0.0' });
    expect(registry.asked.archive).toBe(1);
  });

  test('uses what is here while the registry is away', async () => {
    await using here = await machine();
    await unpacked(join(here.root, 'mirror'), '1.0.0');
    await using registry = await startRegistry([], await signingKey());
    registry.faults.versions = 500;
    const more = { mirror: join(here.root, 'mirror'), registry: registry.url, download: true };
    expect(await here.findFor({}, more, only())).toMatchObject({ version: '1.0.0' });
  });
});
