import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../base/errors.ts';
import { attribute, blocks, parseConfigSyntax, type ConfigBody, type ConfigValue } from '../../base/hcl.ts';
import { parseProviderSource, twinSource, type ProviderSource } from '../address/source.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** A `filesystem_mirror` block. Patterns are source addresses with `*` for parts. */
type ConfiguredMirror = { path: string; include: string[] | undefined; exclude: string[] };

/** The installation settings of the CLI configuration. */
export type CliConfig = {
  /** The configuration file. */
  file: string;
  mirrors: ConfiguredMirror[];
  /** Directories that override a provider, by its address as in the file. */
  devOverrides: Array<{ source: string; path: string }>;
  pluginCacheDir: string | undefined;
};

/** Larger files are no configuration. */
const MAX_FILE_BYTES = 1 << 20;

function strings(value: ConfigValue | undefined): string[] | undefined {
  const list = Array.isArray(value) ? value : value === undefined ? undefined : [value];
  return list?.filter((entry) => typeof entry === 'string');
}

function text(value: ConfigValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function mirrorOf(block: ConfigBody): ConfiguredMirror[] {
  const path = text(attribute(block, 'path'));
  const exclude = strings(attribute(block, 'exclude')) ?? [];
  return path === undefined ? [] : [{ path, include: strings(attribute(block, 'include')), exclude }];
}

/** `$NAME` and `${NAME}` as Terraform expands them, in `plugin_cache_dir` only. */
function expand(path: string, env: Env): string {
  return path.replace(/\$(?:\{(\w+)\}|(\w+))/g, (_, braced?: string, bare?: string) => env[braced ?? bare ?? ''] ?? '');
}

/** Parses the text of a configuration file. Throws the errors of `parseConfigSyntax`; ignores unknown settings. */
export function parseCliConfig(content: string, file: string, env: Env): CliConfig {
  const body = parseConfigSyntax(content);
  const installation = blocks(body, 'provider_installation');
  const cache = text(attribute(body, 'plugin_cache_dir'));
  return {
    file,
    mirrors: installation.flatMap((block) => blocks(block, 'filesystem_mirror')).flatMap(mirrorOf),
    devOverrides: installation
      .flatMap((block) => blocks(block, 'dev_overrides'))
      .flatMap((block) => block.items)
      .flatMap(({ key, value }) => (typeof value === 'string' ? [{ source: key, path: value }] : [])),
    pluginCacheDir: cache === undefined ? undefined : expand(cache, env),
  };
}

async function configDirectory(directory: string): Promise<string[]> {
  const names = await readdir(directory).catch(() => []);
  return names
    .filter((name) => /\.tfrc(\.json)?$/.test(name))
    .sort()
    .map((name) => join(directory, name));
}

/**
 * The files that may hold CLI configuration, in the order of Terraform and OpenTofu. A file named in the environment
 * replaces all the usual ones, even if it does not exist.
 */
async function configFiles(env: Env): Promise<string[]> {
  const named = [env.TF_CLI_CONFIG_FILE || env.TERRAFORM_CONFIG, env.TOFU_CLI_CONFIG_FILE].filter((path) => path);
  if (named.length > 0) return named as string[];
  if (env.APPDATA) {
    const usual = [join(env.APPDATA, 'terraform.rc'), join(env.APPDATA, 'tofu.rc')];
    return [...usual, ...(await configDirectory(join(env.APPDATA, 'terraform.d')))];
  }
  const home = env.HOME ? [join(env.HOME, '.terraformrc'), join(env.HOME, '.tofurc')] : [];
  const xdg = env.XDG_CONFIG_HOME || (env.HOME && join(env.HOME, '.config'));
  return [
    ...home,
    ...(xdg ? [join(xdg, 'opentofu', 'tofurc')] : []),
    ...(env.HOME ? await configDirectory(join(env.HOME, '.terraform.d')) : []),
  ];
}

/**
 * Reads all existing CLI configuration files. An unreadable or invalid file is skipped with a warning that names it.
 */
export async function readCliConfigs(env: Env, warn: (message: string) => void): Promise<CliConfig[]> {
  const configs: CliConfig[] = [];
  for (const file of await configFiles(env)) {
    const info = await stat(file).catch(() => undefined);
    if (!info) continue;
    try {
      if (!info.isFile() || info.size > MAX_FILE_BYTES) throw new Error('it is not a file of a usual size');
      configs.push(parseCliConfig(await readFile(file, 'utf8'), file, env));
    } catch (error) {
      // JSON.parse quotes the text around an error, and such files hold tokens.
      const why = error instanceof SyntaxError ? 'it is not valid JSON' : messageOf(error);
      warn(`The Terraform CLI configuration ${file} was passed over: ${why}.`);
    }
  }
  return configs;
}

function matches(pattern: string, source: ProviderSource): boolean {
  const parts = pattern.toLowerCase().split('/');
  const [type = '', namespace = 'hashicorp', host = 'registry.terraform.io'] = parts.toReversed();
  return [source, twinSource(source)].some(
    (address) =>
      address !== undefined &&
      (type === '*' || type === address.type) &&
      (namespace === '*' || namespace === address.namespace) &&
      (host === '*' || host === address.host),
  );
}

/** True where a configured mirror serves a provider: `include` (if any) names it, `exclude` does not. */
export function mirrorServes(mirror: ConfiguredMirror, source: ProviderSource): boolean {
  const included = mirror.include?.some((pattern) => matches(pattern, source)) ?? true;
  return included && !mirror.exclude.some((pattern) => matches(pattern, source));
}

/** The directory of a provider in a `dev_overrides` block. */
export function devOverride(config: CliConfig, source: ProviderSource): string | undefined {
  return config.devOverrides.find((override) => {
    const address = parseProviderSource(override.source);
    return (
      address?.namespace === source.namespace &&
      address.type === source.type &&
      (address.host === source.host || address.host === twinSource(source)?.host)
    );
  })?.path;
}
