import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ProviderSource } from '../address/source.ts';
import { isVersion } from '../address/version.ts';

/** A provider on disk: a binary that can be launched, or an archive with one. */
export type Candidate = { kind: 'binary' | 'archive'; version: string; path: string };

/** A directory's candidates for one provider, and the other platforms that it has it for. */
export type Scan = { candidates: Candidate[]; otherPlatforms: string[] };

/** Mirrors have fewer versions or files of one provider; further ones are not read. */
const MAX_ENTRIES = 5000;

/** The version of an override whose name has none. */
const UNKNOWN_VERSION = '0.0.0-unversioned';

async function entries(directory: string): Promise<string[]> {
  const names = await readdir(directory).catch(() => []);
  return names.slice(0, MAX_ENTRIES);
}

/**
 * The version in a binary's name: `terraform-provider-aws_v5.100.0_x5` is 5.100.0; `UNKNOWN_VERSION` where the name has
 * none. Undefined where it is no binary of this provider.
 */
export function binaryVersion(name: string, type: string): string | undefined {
  const bare = name.replace(/\.exe$/i, '');
  const prefix = `terraform-provider-${type}`;
  if (bare !== prefix && !bare.startsWith(`${prefix}_v`)) return undefined;
  const version = bare.slice(prefix.length + 2).split('_')[0] ?? '';
  return isVersion(version) ? version : UNKNOWN_VERSION;
}

function archiveOf(name: string, type: string): { version: string; platform: string } | undefined {
  const prefix = `terraform-provider-${type}_`;
  if (!name.startsWith(prefix) || !name.endsWith('.zip')) return undefined;
  const match = /^([^_]+)_([a-z0-9]+_[a-z0-9]+)$/.exec(name.slice(prefix.length, -'.zip'.length));
  const [, version, platform] = match ?? [];
  return version && platform && isVersion(version) ? { version, platform } : undefined;
}

async function unpacked(directory: string, version: string, type: string, platform: string): Promise<Scan> {
  const platforms = await entries(join(directory, version));
  const names = platforms.includes(platform) ? await entries(join(directory, version, platform)) : [];
  const binaries = names.filter((name) => binaryVersion(name, type) !== undefined).sort();
  return {
    candidates: binaries.map((name) => ({ kind: 'binary', version, path: join(directory, version, platform, name) })),
    otherPlatforms: binaries.length > 0 ? [] : platforms.filter((name) => /^[a-z0-9]+_[a-z0-9]+$/.test(name)),
  };
}

/**
 * Finds a provider in a filesystem mirror, in both of Terraform's layouts:
 * `HOST/NAMESPACE/TYPE/VERSION/OS_ARCH/terraform-provider-TYPE_vVERSION*` and
 * `HOST/NAMESPACE/TYPE/terraform-provider-TYPE_VERSION_OS_ARCH.zip`. A missing directory has no candidates.
 */
export async function scanMirror(root: string, source: ProviderSource, platform: string): Promise<Scan> {
  const directory = join(root, source.host, source.namespace, source.type);
  const scan: Scan = { candidates: [], otherPlatforms: [] };
  for (const name of await entries(directory)) {
    if (isVersion(name)) {
      const scanned = await unpacked(directory, name, source.type, platform);
      scan.candidates.push(...scanned.candidates);
      scan.otherPlatforms.push(...scanned.otherPlatforms);
      continue;
    }
    const archive = archiveOf(name, source.type);
    if (archive?.platform === platform)
      scan.candidates.push({ kind: 'archive', version: archive.version, path: join(directory, name) });
    else if (archive) scan.otherPlatforms.push(archive.platform);
  }
  return scan;
}

/** The binaries and archives of a provider for this platform among these files, by name alone. */
export function scanFiles(paths: readonly string[], type: string, platform: string): Candidate[] {
  return paths.flatMap((path): Candidate[] => {
    const name = basename(path);
    const archive = archiveOf(name, type);
    if (archive) return archive.platform === platform ? [{ kind: 'archive', version: archive.version, path }] : [];
    const version = binaryVersion(name, type);
    return version === undefined ? [] : [{ kind: 'binary', version, path }];
  });
}

/** The same for the files directly in a directory. */
export async function scanDirectory(directory: string, type: string, platform: string): Promise<Candidate[]> {
  return scanFiles(
    (await entries(directory)).map((name) => join(directory, name)),
    type,
    platform,
  );
}
