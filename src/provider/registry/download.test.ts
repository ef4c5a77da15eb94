import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { signingKey, startRegistry, type Fault, type Part, type SigningKey } from '../../../testkit/registry.ts';
import { temporaryDirectory } from '../../../testkit/tmp.ts';
import { makeZip, type ZipEntry } from '../../../testkit/zip.ts';
import { DOWNLOAD_LIMITS, downloadProvider, type DownloadLimits } from './download.ts';

const SOURCE = { host: 'registry.opentofu.org', namespace: 'acme', type: 'widget' };
const PLATFORM = 'linux_amd64';
const LIMITS: DownloadLimits = { ...DOWNLOAD_LIMITS, silenceMs: 300, retryMs: [1, 1] };

const BINARY = 'the provider '.repeat(1000);
let key: SigningKey;
let other: SigningKey;
beforeAll(async () => {
  [key, other] = await Promise.all([signingKey(), signingKey()]);
});

function release(version: string, more: { platform?: string; protocols?: string[]; entries?: ZipEntry[] } = {}) {
  const entries = more.entries ?? [{ name: `terraform-provider-widget_v${version}`, data: BINARY }];
  return { name: 'acme/widget', version, platform: PLATFORM, archive: makeZip(entries), ...more };
}

function download(registry: string, cacheDir: string, limits = LIMITS) {
  const into = join(cacheDir, 'downloads');
  return downloadProvider({ source: SOURCE, platform: PLATFORM, registry, into, cacheDir }, limits);
}

/** Every file under a directory. */
async function filesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

test('downloads the newest release for this platform and protocol into a mirror', async () => {
  await using dir = await temporaryDirectory();
  await using registry = await startRegistry(
    [
      release('1.9.0'),
      release('1.10.0'),
      release('2.0.0-beta1'),
      release('3.0.0', { platform: 'plan9_mips' }),
      release('4.0.0', { protocols: ['4.0'] }),
    ],
    key,
  );
  expect(await download(registry.url, dir.path)).toBe('1.10.0');
  const place = join(dir.path, 'downloads', 'registry.opentofu.org', 'acme', 'widget', '1.10.0', PLATFORM);
  expect(await readFile(join(place, 'terraform-provider-widget_v1.10.0'), 'utf8')).toBe(BINARY);
  expect(await readdir(join(dir.path, 'tmp'))).toEqual([]);
});

test('returns nothing for a provider that the registry lacks, or lacks for this platform', async () => {
  await using dir = await temporaryDirectory();
  await using registry = await startRegistry([], key);
  expect(await download(registry.url, dir.path)).toBeUndefined();
  await using elsewhere = await startRegistry([release('1.0.0', { platform: 'plan9_mips' })], key);
  expect(await download(elsewhere.url, dir.path)).toBeUndefined();
});

test('accepts one of several published keys, also one that expired since it signed', async () => {
  await using dir = await temporaryDirectory();
  const expired = await signingKey({ madeAt: new Date('2021-01-01'), expiresAfter: 3600 });
  await using registry = await startRegistry([release('1.0.0')], expired, [other, expired]);
  expect(await download(registry.url, dir.path)).toBe('1.0.0');
});

describe('the signature of a release', () => {
  const cases: Array<[string, () => SigningKey[], RegExp]> = [
    ['somebody else', () => [other], /signature of its checksums was not made by a signing key/],
    ['nobody that the registry knows', () => [], /has no signing key for it/],
    ['a key that cannot be read', () => [{ ...key, publicKey: 'garbage' }], /not made by a signing key/],
  ];
  test.each(cases)('refuses: %s', async (_, published, message) => {
    await using dir = await temporaryDirectory();
    await using registry = await startRegistry([release('1.0.0')], key, published());
    const failure = { code: 'provider_download_failed', message: expect.stringMatching(message) };
    await expect(download(registry.url, dir.path)).rejects.toMatchObject(failure);
    expect(registry.asked.archive).toBe(0);
    expect(await filesIn(dir.path)).toEqual([]);
  });
});

const failed = 'provider_download_failed';
const sums = (name: string, hex = 'a'.repeat(64)) => ({ body: `${hex}  ${name}\n` });
const faults: Array<[string, Part, Fault, string, RegExp]> = [
  ['discovery that is missing', 'discovery', 404, failed, /answered 404/],
  ['discovery that is no JSON', 'discovery', { body: '<html>' }, failed, /did not answer with JSON/],
  ['discovery of something else', 'discovery', { body: '{}' }, failed, /did not answer as a registry does/],
  [
    'a registry that moved to plain http',
    'discovery',
    { redirect: 'http://example.com/' },
    failed,
    /not an https address/,
  ],
  ['a registry on a file', 'discovery', { redirect: 'file:///etc/passwd' }, failed, /not an https address/],
  ['a server that fails', 'versions', 500, failed, /answered 500/],
  ['a server that refuses', 'versions', 403, failed, /answered 403/],
  ['a list of something else', 'versions', { body: '{"versions": 3}' }, failed, /did not answer as a registry does/],
  ['a release that is gone', 'package', 404, failed, /answered 404/],
  ['checksums that are gone', 'sums', 404, failed, /answered 404/],
  ['checksums that nobody signed', 'sums', sums('x.zip'), failed, /signature/],
  ['a signature that is none', 'signature', { body: 'hello' }, failed, /signature/],
  ['an armored signature that is none', 'signature', { body: '-----BEGIN PGP' }, failed, /signature/],
  [
    'another archive',
    'archive',
    { body: makeZip([{ name: 'x', data: 'y' }]) },
    'provider_checksum_mismatch',
    /not the one that was signed/,
  ],
  ['a connection that is cut', 'archive', 'cut', failed, /could not be read/],
  ['an archive that never comes to its end', 'archive', 'stalled', failed, /sent nothing for/],
  [
    'an archive that is elsewhere',
    'archive',
    { redirect: '/v1/providers/acme/widget/versions' },
    'provider_checksum_mismatch',
    /not the one/,
  ],
  [
    'redirects in a circle',
    'discovery',
    { redirect: '/.well-known/terraform.json' },
    failed,
    /redirects more than 5 times/,
  ],
];

describe('a failed download leaves nothing behind', () => {
  test.each(faults)('%s', async (_, part, fault, code, message) => {
    await using dir = await temporaryDirectory();
    await using registry = await startRegistry([release('1.0.0')], key);
    registry.faults[part] = fault;
    await expect(download(registry.url, dir.path)).rejects.toMatchObject({
      code,
      source: 'registry.opentofu.org/acme/widget',
      internal: expect.stringMatching(message),
    });
    expect(await filesIn(dir.path)).toEqual([]);
  });

  test('rejects a signed archive with entries that lead out of it', async () => {
    await using dir = await temporaryDirectory();
    const entries = [
      { name: 'terraform-provider-widget_v1.0.0', data: BINARY },
      { name: '../../escaped', data: 'x' },
    ];
    await using registry = await startRegistry([release('1.0.0', { entries })], key);
    await expect(download(registry.url, dir.path)).rejects.toMatchObject({ code: failed });
    expect(await filesIn(dir.path)).toEqual([]);
  });

  test('rejects an archive that is larger than allowed', async () => {
    await using dir = await temporaryDirectory();
    await using registry = await startRegistry([release('1.0.0')], key);
    const limits = { ...LIMITS, archiveBytes: 50 };
    await expect(download(registry.url, dir.path, limits)).rejects.toMatchObject({
      internal: expect.stringContaining('is larger than 50 bytes'),
    });
    expect(await filesIn(dir.path)).toEqual([]);
  });

  test('rejects a release under the name of another', async () => {
    await using dir = await temporaryDirectory();
    await using registry = await startRegistry([release('1.0.0'), release('0.9.0')], key);
    const old = await fetch(`${registry.url}/v1/providers/acme/widget/0.9.0/download/linux/amd64`);
    registry.faults.package = { body: await old.text() };
    await expect(download(registry.url, dir.path)).rejects.toThrow(
      'the registry offers terraform-provider-widget_0.9.0',
    );
    expect(await filesIn(dir.path)).toEqual([]);
  });

  test('asks a remote registry by https only', async () => {
    await using dir = await temporaryDirectory();
    await expect(download('http://registry.example', dir.path)).rejects.toMatchObject({
      internal: expect.stringContaining('not an https address'),
    });
  });

  test('reports a registry that cannot be reached', async () => {
    await using dir = await temporaryDirectory();
    const registry = await startRegistry([], key);
    await registry[Symbol.asyncDispose]();
    await expect(download(registry.url, dir.path)).rejects.toMatchObject({ code: failed });
  });
});

test('follows redirects', async () => {
  await using dir = await temporaryDirectory();
  await using store = await startRegistry([release('1.0.0')], key);
  await using registry = await startRegistry([release('1.0.0')], key);
  registry.faults.archive = {
    redirect: `${store.url}/files/terraform-provider-widget_1.0.0_linux_amd64.zip?signed=yes`,
  };
  expect(await download(registry.url, dir.path)).toBe('1.0.0');
});

test('retries a server that failed for a moment', async () => {
  await using dir = await temporaryDirectory();
  await using registry = await startRegistry([release('1.0.0')], key);
  registry.faults.versions = 503;
  const running = download(registry.url, dir.path, { ...LIMITS, retryMs: [1, 50, 50, 50, 50] });
  while (registry.asked.versions < 2) await new Promise((resolve) => setTimeout(resolve, 1));
  delete registry.faults.versions;
  expect(await running).toBe('1.0.0');
});
