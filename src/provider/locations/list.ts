import { stat } from 'node:fs/promises';
import { delimiter, dirname, join, resolve } from 'node:path';
import { devOverride, mirrorServes, readCliConfigs, type CliConfig } from './cli-config.ts';
import { whyNotInstalled } from './installed.ts';
import { scanDirectory, scanFiles, scanMirror, type Scan } from './mirror.ts';
import { ProviderProblem } from '../contract/problem.ts';
import { ASK } from './problems.ts';
import { formatProviderSource, twinSource, type ProviderSource } from '../address/source.ts';
import { findSystemMirrors } from './system.ts';
import type { ProviderLocations } from '../contract/types.ts';

/** A location that may hold a provider. */
export type Location = {
  /** Its name for people. */
  label: string;
  scan: (source: ProviderSource, platform: string) => Promise<Scan>;
  /** Its offers win over newer versions elsewhere: somebody named this very binary. */
  pinned?: boolean;
  /** Nobody configured it: its binaries are launched only if nobody else could have put them there. */
  unasked?: boolean;
  /** Plumbline itself verified and recorded its binaries. */
  own?: boolean;
  /** Only binaries that the lock file's hashes prove are taken from it. */
  needsProof?: true;
};

type Env = ProviderLocations['env'];

function isNamed(path: string | undefined): path is string {
  return path !== undefined && path !== '';
}

function mirror(kind: string, path: string): Location {
  const directory = resolve(path);
  return { label: `${kind} ${directory}`, scan: (source, platform) => scanMirror(directory, source, platform) };
}

async function settingLocations(setting: string, source: ProviderSource): Promise<Location[]> {
  const path = resolve(setting);
  const info = await stat(path).catch(() => undefined);
  if (!info) {
    const address = formatProviderSource(source);
    throw new ProviderProblem(
      'provider_not_found',
      address,
      `The provider ${address} was not found: its mirror does not exist. ${ASK} to correct PLUMBLINE_PROVIDER_MIRROR.`,
      {
        internal: `The provider mirror ${path} does not exist. It was given by --provider-mirror or PLUMBLINE_PROVIDER_MIRROR: correct it, or leave it out.`,
      },
    );
  }
  const files = async (platform: string, type: string) =>
    info.isDirectory() ? scanDirectory(path, type, platform) : scanFiles([path], type, platform);
  const direct: Location = {
    label: `the given ${info.isDirectory() ? 'mirror' : 'file'} ${path}`,
    pinned: true,
    scan: async (source, platform) => ({ candidates: await files(platform, source.type), otherPlatforms: [] }),
  };
  return info.isDirectory() ? [direct, mirror('the given mirror', path)] : [direct];
}

function configLocations(config: CliConfig, source: ProviderSource): Location[] {
  const locations: Location[] = [];
  const override = devOverride(config, source);
  // Relative paths are resolved against the file's directory: a server's working directory says nothing about them.
  const from = (path: string) => resolve(dirname(config.file), path);
  if (override !== undefined)
    locations.push({
      label: `dev_overrides of ${config.file}: ${from(override)}`,
      pinned: true,
      scan: async (source, platform) => ({
        candidates: await scanDirectory(from(override), source.type, platform),
        otherPlatforms: [],
      }),
    });
  for (const configured of config.mirrors)
    if (mirrorServes(configured, source)) locations.push(mirror('filesystem mirror', from(configured.path)));
  return locations;
}

/** The implied mirror directories of Terraform and OpenTofu, by their rules for each system. */
function impliedDirectories(env: Env): string[] {
  const home = env.HOME;
  const data = env.XDG_DATA_HOME || (home && join(home, '.local', 'share'));
  const shared = (env.XDG_DATA_DIRS || '/usr/local/share:/usr/share').split(delimiter).filter((path) => path !== '');
  const library = ['Library', 'Application Support', 'io.terraform', 'plugins'];
  const apps = env.APPDATA;
  const roots = [data, ...shared].filter(isNamed);
  const byTool = roots.flatMap((root) => [join(root, 'terraform', 'plugins'), join(root, 'opentofu', 'plugins')]);
  return [
    ...(apps ? [join(apps, 'terraform.d', 'plugins'), join(apps, 'HashiCorp', 'Terraform', 'plugins')] : []),
    ...(home ? [join(home, '.terraform.d', 'plugins'), join(home, ...library)] : []),
    ...byTool,
    join('/', ...library),
  ];
}

async function existing(paths: ReadonlyArray<string | undefined>): Promise<string[]> {
  const directories = [...new Set(paths)].filter(isNamed);
  const there = await Promise.all(
    directories.map(async (directory) => (await stat(directory).catch(() => undefined))?.isDirectory() ?? false),
  );
  return directories.filter((_, i) => there[i]);
}

/** The providers that `terraform init` installed beside the scanned root module. */
async function installedLocations(
  { installed, whyNotInstalled: whyNot }: ProviderLocations,
  warn: (message: string) => void,
): Promise<Location[]> {
  const [directory] = await existing([installed]);
  if (directory === undefined) return [];
  const why = (await whyNot?.()) ?? (await whyNotInstalled(directory));
  if (why === undefined) return [{ ...mirror('installed in', directory), needsProof: true }];
  warn(`${directory} was passed over: ${why}.`);
  return [];
}

/** Plumbline's own downloads, as a filesystem mirror. */
export function downloadDirectory(cacheDir: string): string {
  return join(cacheDir, 'downloads');
}

/**
 * All locations on this machine that may hold a provider, in order of precedence: the setting, the installation beside
 * the root module, Terraform's and OpenTofu's CLI configuration, the directories that these tools imply, their plugin
 * cache, well-known system locations, and Plumbline's own downloads. Implied and system directories are listed only
 * where they exist.
 * Throws `ProviderProblem` where the setting names a missing path. Reports unreadable configuration to `warn`.
 */
export async function listLocations(
  locations: ProviderLocations,
  source: ProviderSource,
  warn: (message: string) => void,
): Promise<Location[]> {
  const { env } = locations;
  const setting = locations.mirror ? await settingLocations(locations.mirror, source) : [];
  const configs = await readCliConfigs(env, warn);
  const caches = [env.TF_PLUGIN_CACHE_DIR, ...configs.map((config) => config.pluginCacheDir)];
  const hosts = [source.host, twinSource(source)?.host].filter((host) => host !== undefined);
  const system = await findSystemMirrors(hosts);
  return [
    ...setting,
    ...(await installedLocations(locations, warn)),
    ...configs.flatMap((config) => configLocations(config, source)),
    ...(await existing(impliedDirectories(env))).map((directory) => mirror('plugin directory', directory)),
    ...(await existing(caches)).map((directory) => mirror('plugin cache', directory)),
    ...system.map((directory) => ({ ...mirror('mirror', directory), unasked: true })),
    { ...mirror("Plumbline's downloads", downloadDirectory(locations.cacheDir)), own: true },
  ];
}
