import { readFileSync } from 'node:fs';
import { messageOf } from '../../base/errors.ts';
import { SETTINGS } from './settings.ts';

/** Environment variables, such as the process's own. */
export type Env = Readonly<Record<string, string | undefined>>;

type Settings = typeof SETTINGS;
/** All settings from the environment, parsed and checked. */
export type Config = {
  [K in keyof Settings]: ReturnType<Settings[K]['read']> | Extract<Settings[K]['fallback'], undefined>;
} & { env: Env };

/** An invalid setting. The message is one line with the setting's name; it never contains the value of a secret. */
export class ConfigError extends Error {
  constructor(name: string, problem: string) {
    super(`${name} ${problem}`);
    this.name = 'ConfigError';
  }
}

function rawValue(name: string, env: Env): string | undefined {
  const file = env[`${name}_FILE`];
  if (!file) return env[name] || undefined;
  if (env[name]) throw new ConfigError(name, `is set together with ${name}_FILE; keep one of them`);
  try {
    return readFileSync(file, 'utf8').trim() || undefined;
  } catch (error) {
    throw new ConfigError(`${name}_FILE`, `cannot be read: ${messageOf(error)}`);
  }
}

/**
 * Reads the configuration. Throws `ConfigError` at the first bad value. An empty value counts as absent; `defaults`
 * replace the documented ones.
 */
export function readConfig(env: Env, defaults: { [K in keyof Settings]?: string } = {}): Config {
  const entries = Object.entries(SETTINGS).map(([key, setting]) => {
    const raw = rawValue(setting.name, env) ?? defaults[key as keyof Settings] ?? setting.fallback;
    if (raw === undefined) return [key, undefined];
    try {
      return [key, setting.read(raw)];
    } catch (error) {
      const shown = setting.secret ? '' : ` (got ${JSON.stringify(raw)})`;
      throw new ConfigError(setting.name, `${messageOf(error)}${shown}`);
    }
  });
  return { ...(Object.fromEntries(entries) as Config), env };
}

/** Plumbline's own AWS credentials: from the settings, or else from AWS's usual chain (`credentials` undefined). */
export function awsSettings(config: Config) {
  const { awsKeyId: accessKeyId, awsSecret: secretAccessKey, awsSession: sessionToken } = config;
  const isGiven = accessKeyId !== undefined && secretAccessKey !== undefined;
  return {
    region: config.awsRegion,
    endpoint: config.awsEndpoint,
    credentials: isGiven ? { accessKeyId, secretAccessKey, sessionToken } : undefined,
  };
}

/** The default quotas of an organization. */
export const defaultQuotas = (config: Config) => ({
  keys: config.quotaKeys,
  incidents: config.quotaIncidents,
  states: config.quotaStates,
  bytes: config.quotaMegabytes * 1024 ** 2,
});

/** Requires a setting that another one depends on. Throws `ConfigError` where it is missing. */
export function needed<T>(value: T | undefined, name: string, because: string): T {
  if (value === undefined) throw new ConfigError(name, `is needed as well ${because}`);
  return value;
}

/** The settings that limit a process; none of them is a secret. */
const LIMITING = [
  'workers',
  'workerMemory',
  'keyLimit',
  'orgLimit',
  'recallLimit',
  'orgRecallLimit',
  'recallMemory',
  'quotaKeys',
  'quotaIncidents',
  'quotaStates',
  'quotaMegabytes',
  'databaseConnections',
  'providers',
  'providerMirror',
  'providerDownload',
  'providerProcesses',
  'providerMemory',
  'providerReads',
  'sandbox',
  'gateway',
] as const satisfies readonly (keyof Settings)[];

/** The limiting settings with their current values, for the operator. */
export function shownSettings(env: Env): { name: string; value: string | null; is_default: boolean; help: string }[] {
  return LIMITING.map((key) => {
    const { name, fallback, help } = SETTINGS[key];
    const raw = rawValue(name, env);
    return { name, value: raw ?? fallback ?? null, is_default: raw === undefined || raw === fallback, help };
  });
}

/** The variables of secret settings. */
const SECRET_NAMES = Object.values(SETTINGS).flatMap((one) => (one.secret ? [one.name] : []));

/**
 * Removes the secret settings from an environment, because processes and threads that start later inherit it. Returns a
 * copy of the original.
 */
export function takeSecrets(env: Record<string, string | undefined>): Env {
  const taken = { ...env };
  for (const name of SECRET_NAMES) delete env[name];
  return taken;
}

/** Variables that the command line and the test suites read, instead of the server. */
const OTHERS = /^PLUMBLINE_(?:API_KEY|URL|DEBUG|ARTIFACTS|TEST_\w+)$/;

/** Variables that look like settings but are not: a misspelt setting would otherwise be ignored silently. */
export function unknownSettings(env: Env): string[] {
  const names = new Set(Object.values(SETTINGS).flatMap(({ name }) => [name, `${name}_FILE`]));
  return Object.keys(env).filter((name) => name.startsWith('PLUMBLINE_') && !names.has(name) && !OTHERS.test(name));
}

/** The text of `.env.example`, generated from the settings. */
export function envExample(): string {
  const blocks = Object.values(SETTINGS).map((s) => `# ${s.help}\n#${s.name}=${s.fallback ?? ''}\n`);
  return `# Plumbline reads these from its environment. All are optional; the value shown is the default.\n# Each may also be given as <NAME>_FILE, the path of a file that holds it.\n\n${blocks.join('\n')}`;
}
