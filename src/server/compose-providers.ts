import { mkdirSync } from 'node:fs';
import { messageOf } from '../base/errors.ts';
import { isEmulator } from '../base/this-machine.ts';
import { maskText, secretsOfState, withoutSecrets } from '../drift/redact.ts';
import { createGateway, type GatewayOptions } from '../gateway/gateway.ts';
import type { Gateway } from '../gateway/types.ts';
import { createProviderFinder } from '../provider/find.ts';
import { createProviderHost, type ProviderMeter } from '../provider/host.ts';
import { HARD_LIMITS } from '../provider/pace/limits.ts';
import type { ProviderEvent } from '../provider/report.ts';
import type { ProviderHost } from '../provider/types.ts';
import { ConfigError, type Config } from './config.ts';
import { grantsFor, settingsFor, textsOf } from './provider-settings.ts';

/**
 * What keeps a provider from taking the identity of the machine that Plumbline runs on, where nobody gave it another: a
 * state of any organization may name it.
 */
const NO_MACHINE_IDENTITY = { AWS_EC2_METADATA_DISABLED: 'true', GCE_METADATA_HOST: '127.0.0.1:1' };

/** What a provider process may know of our environment: how to get out, never with which credentials. */
const PASSED_ON = [
  'PATH',
  'TMPDIR',
  'AWS_ENDPOINT_URL',
  'AWS_CA_BUNDLE',
  'HTTPS_PROXY',
  'HTTP_PROXY',
  'NO_PROXY',
  'https_proxy',
  'http_proxy',
  'no_proxy',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
];

function waysOf(config: Config): Record<string, string> {
  const passed = PASSED_ON.flatMap((name) => {
    const value = config.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(passed);
}

function childEnvironment(config: Config): Record<string, string> {
  const { AWS_CA_BUNDLE: bundle, ...rest } = waysOf(config);
  // The AWS provider cannot be configured twice in one process when a CA bundle is set; without TLS it needs none.
  const plain = config.awsEndpoint?.startsWith('http:') ?? false;
  const others = { ...NO_MACHINE_IDENTITY, ...rest };
  return bundle === undefined || plain ? others : { ...others, AWS_CA_BUNDLE: bundle };
}

/**
 * What providers are given, by organization. Throws `ConfigError` for an entry that names none: states are written by
 * tenants, and one that names a provider would get whatever is given to all.
 */
export function composeProvided({ providerSettings = [] }: Config) {
  const without = providerSettings.findIndex(({ organizations }) => organizations === undefined);
  if (without >= 0)
    throw new ConfigError(
      'PLUMBLINE_PROVIDER_SETTINGS',
      `entry ${without + 1} names no organizations; list the ids of those whose states may be read with it`,
    );
  return (orgId: string) => {
    const grants = grantsFor(providerSettings, orgId);
    return { settingsFor: settingsFor(grants), settingsSecrets: textsOf(grants, 'secret') };
  };
}

/** Who hears what happens to providers. */
type Telling = {
  warn: (message: string) => void;
  onEvent?: (event: ProviderEvent) => void;
  meter?: Partial<ProviderMeter>;
};

/** What of the way to the cloud is not the usual one. */
export type GatewayWay = Pick<GatewayOptions, 'stages' | 'record' | 'upstream'>;

/** The plugin host, and the way out for providers that have credentials; undefined where they are to go out by themselves. */
export type Looking = { providers: ProviderHost; gateway: Gateway | undefined; close: () => Promise<void> };

/** Both as the settings want them; used by the server and by `plumbline scan`. */
export function composeProviders(
  config: Config,
  cacheDir: string,
  { warn, onEvent, meter }: Telling,
  way: GatewayWay = {},
): Looking {
  const secrets = secretsOfState([], textsOf(config.providerSettings ?? [], 'all'));
  mkdirSync(cacheDir, { recursive: true, mode: 0o700 });
  const find = createProviderFinder(
    {
      mirror: config.providerMirror,
      download: config.providerDownload,
      registry: config.providerRegistry,
      allowed: config.providers,
      cacheDir,
      env: config.env,
    },
    { warn },
  );
  const onDefect = (error: unknown) => warn(`The gateway did not understand something: ${messageOf(error)}`);
  const gateway = config.gateway ? createGateway({ env: waysOf(config), onDefect, ...way }) : undefined;
  const providers = createProviderHost({
    find,
    cacheDir,
    childEnv: childEnvironment(config),
    redact: (text) => maskText(withoutSecrets(text, secrets)),
    processes: config.providerProcesses,
    concurrency: config.providerReads,
    memoryBytes: config.providerMemory * 1024 ** 2,
    // The gateway knows what is really asked.
    hardLimits: gateway || isEmulator(config.awsEndpoint) ? [] : HARD_LIMITS,
    ...(onEvent && { onEvent }),
    ...(gateway && { door: (dir) => gateway.door(dir) }),
    ...(meter && { meter }),
  });
  const close = async () => {
    await providers.close();
    await gateway?.close();
  };
  return { providers, gateway, close };
}
