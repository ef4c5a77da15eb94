import { hostname, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { messageOf } from '../base/errors.ts';
import { isEmulator, isLoopback } from '../base/this-machine.ts';
import { maskText, secretsOfState, withoutSecrets } from '../engine/mask/mask.ts';
import { isAwsProvider } from '../clouds/aws/catalog/provider.ts';
import { createGateway, type GatewayOptions } from '../clouds/aws/gateway/gateway.ts';
import type { ProviderProxy, ProxyEnv } from '../clouds/tunnel/provider-proxy.ts';
import { DEFAULT_REACH, localPorts, readReach, type ReachRule } from '../clouds/tunnel/reach.ts';
import { openTunnel } from '../clouds/tunnel/tunnel.ts';
import type { Gateway } from '../clouds/aws/gateway/call/types.ts';
import { createReach } from '../integrations/http/addresses.ts';
import { createProviderFinder } from '../provider/find.ts';
import { createProviderHost, type ProviderMeter } from '../provider/host.ts';
import { HARD_LIMITS } from '../provider/rate-limit/limiter.ts';
import type { ProviderEvent } from '../provider/process/events.ts';
import type { Known, Sandbox } from '../provider/jail/sandbox.ts';
import { withInternals, withoutInternals } from '../provider/wrapped-hosts.ts';
import type { ProviderHost, ProviderNeed } from '../provider/contract/types.ts';
import { composeSandbox, confinedFinder, whyNotInstalled } from './compose-sandbox.ts';
import { ConfigError, type Config } from './config/config.ts';
import { secretsIn } from '../services/provider-settings/secrets.ts';
import { withoutMachine } from './without-machine.ts';

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

/** Who reads reports on providers, and what is known of them. */
type Reporting = {
  /** Tenants do not learn where files lie on this machine; the log does. */
  audience: 'tenants' | 'operator';
  warn: (message: string) => void;
  onEvent?: (event: ProviderEvent) => void;
  meter?: Partial<ProviderMeter>;
  /** Secrets that providers are configured with, beyond those of the settings; the list may grow. */
  secrets?: readonly string[] | undefined;
  /** Whether what is installed there is the person's own word. */
  isTrusted?: boolean | undefined;
  /** What a scan at the terminal found installed beside the root module. */
  installed?: string | undefined;
  /** What keeps providers in, where that is known already. */
  sandbox?: Known | undefined;
  /** Of a server: for how many organizations it runs providers. */
  countOrganizations?: () => Promise<number>;
};

/** What of this machine no tenant has to know. */
function machineOf({ env, providerMirror, awsEndpoint }: Config, cacheDir: string) {
  const endpoint = awsEndpoint === undefined ? 'localhost' : new URL(awsEndpoint).hostname;
  return {
    directories: [cacheDir, env.HOME ?? '', join(tmpdir(), 'plumbline-'), providerMirror ?? ''].map(
      (one) => one && resolve(one),
    ),
    hosts: [hostname(), ...(isLoopback(endpoint) ? [] : [endpoint])],
  };
}

/** What of the way to the cloud is not the usual one. */
export type GatewayWay = Pick<GatewayOptions, 'stages' | 'record' | 'upstream'>;

/** The plugin host, and the way out for providers that have credentials; undefined where they are to go out by themselves. */
export type ProviderRuntime = {
  providers: ProviderHost;
  gateway: Gateway | undefined;
  sandbox: Sandbox;
  close: () => Promise<void>;
};

/** Both as the settings want them; used by the server and by `plumbline scan`. */
export function composeProviders(
  config: Config,
  cacheDir: string,
  {
    audience,
    warn,
    onEvent,
    meter,
    secrets: more = [],
    installed,
    isTrusted,
    sandbox: known,
    countOrganizations,
  }: Reporting,
  way: GatewayWay = {},
): ProviderRuntime {
  const own = secretsIn(config.providerSettings ?? [], 'perhaps');
  const sandbox = composeSandbox(config, cacheDir, known);
  const find = createProviderFinder(
    {
      mirror: config.providerMirror,
      installed,
      whyNotInstalled: async () => (isTrusted ? undefined : whyNotInstalled(sandbox)),
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
  const toTenants = audience === 'tenants';
  const hide = toTenants ? withoutMachine(machineOf(config, cacheDir)) : (text: string) => text;
  const host = createProviderHost({
    find: countOrganizations ? confinedFinder(find, sandbox, countOrganizations) : find,
    cacheDir,
    childEnv: childEnvironment(config),
    sandbox,
    isTrusted,
    redact: (text) => maskText(hide(withoutSecrets(text, secretsOfState([], [...own, ...more])))),
    processes: config.providerProcesses,
    concurrency: config.providerReads,
    memoryBytes: config.providerMemory * 1024 ** 2,
    // The gateway knows the real API calls.
    hardLimits: gateway || isEmulator(config.awsEndpoint) ? [] : HARD_LIMITS,
    ...(onEvent && { onEvent }),
    ...(gateway && { openProxy: (dir) => gateway.openProxy(dir) }),
    tunnel: composeTunnel(config, waysOf(config)),
    ...(meter && { meter }),
  });
  const providers = toTenants ? withoutInternals(host, warn) : withInternals(host);
  const close = async () => {
    await host.close();
    await gateway?.close();
  };
  return { providers, gateway, sandbox, close };
}

/** Where services of a company live that are not on the internet. */
const PRIVATE_NETWORKS = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7'];

/** A port of this machine that AWS's provider is sent to by the operator: an emulator. */
function emulatorPort({ awsEndpoint }: Config): ReachRule[] {
  if (awsEndpoint === undefined) return [];
  const { hostname, port, protocol } = new URL(awsEndpoint);
  return isLoopback(hostname) ? [{ kind: 'local', port: Number(port || (protocol === 'https:' ? 443 : 80)) }] : [];
}

/**
 * Opens the way out for providers that speak with their services by themselves. Throws `ConfigError` where the settings of
 * one lead to this server itself.
 */
function composeTunnel(
  config: Config,
  env: ProxyEnv,
): (need: Pick<ProviderNeed, 'source' | 'reach' | 'isTenants'>) => Promise<ProviderProxy> {
  for (const { reach = [] } of config.providerSettings ?? [])
    if (localPorts(readReach(reach)).includes(config.port))
      throw new ConfigError('PLUMBLINE_PROVIDER_SETTINGS', "names this server's own port in reach; take it out");
  const reach = createReach(PRIVATE_NETWORKS);
  const isAllowed = (address: string): boolean => reach(address) !== 'refused';
  // What organizations name leads to no private network but those that their webhooks may reach, too.
  const reachOfTenants = createReach(config.webhookNetworks ?? []);
  const isAllowedToTenants = (address: string): boolean => reachOfTenants(address) !== 'refused';
  return ({ source, reach: listed, isTenants = false }) => {
    const named = listed === undefined ? DEFAULT_REACH : readReach(listed);
    const rules = isAwsProvider(source) ? [...named, ...emulatorPort(config)] : named;
    return openTunnel({ rules, isAllowed: isTenants ? isAllowedToTenants : isAllowed, env });
  };
}
