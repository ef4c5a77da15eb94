import { createHash } from 'node:crypto';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createProviderFinder, type Fits } from '../src/provider/find.ts';
import { thisPlatform } from '../src/provider/address/platform.ts';
import { DOWNLOAD_LIMITS } from '../src/provider/registry/download.ts';
import type { ProviderNeed, ProviderLocations } from '../src/provider/contract/types.ts';
import { temporaryDirectory } from './tmp.ts';
import { makeZip } from './zip.ts';

/** The source of a provider that exists only where a suite puts it; below, its address at the other public registry. */
export const WIDGET = 'registry.terraform.io/plumbline-test/widget';
export const TWIN = 'registry.opentofu.org/plumbline-test/widget';

/** A separate environment: a home directory, a cache, and a finder that uses them. */
export async function machine() {
  const directory = await temporaryDirectory();
  const root = directory.path;
  await mkdir(join(root, 'home'));
  const warnings: string[] = [];
  const env = { HOME: join(root, 'home'), XDG_DATA_DIRS: join(root, 'share') };
  const finder = (more: Partial<ProviderLocations> = {}) => {
    const places = { cacheDir: join(root, 'cache'), ...more, env: { ...env, ...more.env } };
    const limits = { ...DOWNLOAD_LIMITS, retryMs: [] };
    return createProviderFinder(places, { warn: (message) => warnings.push(message), limits });
  };
  const find = (source = WIDGET, more: Partial<ProviderLocations> = {}) => finder(more)({ source });
  /** The same for a `need` with further fields. */
  const findFor = (need: Partial<ProviderNeed>, more: Partial<ProviderLocations> = {}, fits?: Fits) =>
    finder(more)({ source: WIDGET, ...need }, fits);
  return { root, finder, find, findFor, warnings, [Symbol.asyncDispose]: () => directory[Symbol.asyncDispose]() };
}

/** Writes an executable file. */
export async function executable(path: string, content = path): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  await chmod(path, 0o755);
  return path;
}

/** Adds a version to a mirror as a binary. */
export function unpacked(mirror: string, version: string, source = WIDGET, platform = thisPlatform()): Promise<string> {
  return executable(join(mirror, source, version, platform, `terraform-provider-widget_v${version}_x5`));
}

/** The zip archive of a version. */
export const archive = (version: string) =>
  makeZip([{ name: `terraform-provider-widget_v${version}`, data: `widget ${version}` }]);

/** Adds a version to a mirror as an archive. */
export async function packed(
  mirror: string,
  version: string,
  source = WIDGET,
  platform = thisPlatform(),
): Promise<string> {
  const path = join(mirror, source, `terraform-provider-widget_${version}_${platform}.zip`);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, archive(version));
  return path;
}

/** The SHA-256 digest in hex. */
export const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex');
