import { hostname, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { messageOf } from '../base/errors.ts';
import { isEmulator, isLoopback } from '../base/this-machine.ts';
import { maskText, secretsOfState, withoutSecrets } from '../engine/mask/mask.ts';
import { createGateway, type GatewayOptions } from '../clouds/aws/gateway/gateway.ts';
import type { Gateway } from '../clouds/aws/gateway/call/types.ts';
import { createProviderFinder } from '../provider/find.ts';
import { createProviderHost, type ProviderMeter } from '../provider/host.ts';
import { HARD_LIMITS } from '../provider/rate-limit/limiter.ts';
import type { ProviderEvent } from '../provider/process/events.ts';
import type { Known, Sandbox } from '../provider/jail/sandbox.ts';
import { withInternals, withoutInternals } from '../provider/wrapped-hosts.ts';
import type { ProviderHost } from '../provider/contract/types.ts';
import { composeSandbox, confinedFinder, whyNotInstalled } from './compose-sandbox.ts';
import { composeTunnel } from './compose-tunnel.ts';
import type { Config } from './config/config.ts';
import { secretsIn } from '../services/provider-settings/secrets.ts';
import { withoutMachine } from './without-machine.ts';

/**
 * Keeps a provider without configured credentials from using the identity of Plumbline's machine: any organization's
 * state may name the provider.
 */
const NO_MACHINE_IDENTITY = { AWS_EC2_METADATA_DISABLED: 'true', GCE_METADATA_HOST: '127.0.0.1:1' };

/** Variables that a provider process gets from the server's environment: network settings, never credentials. */
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

/** The audience of reports on providers, and facts about the providers. */
type Reporting = {
  /** Tenants do not learn the paths of files on this machine; the log has them. */
  audience: 'tenants' | 'operator';
  warn: (message: string) => void;
  onEvent?: (event: ProviderEvent) => void;
  meter?: Partial<ProviderMeter>;
  /** Secrets in the configurations of providers, other than those of the settings; the list may grow. */
  secrets?: readonly string[] | undefined;
  /** Whether the person trusts the installed providers. */
  isTrusted?: boolean | undefined;
  /** The directory of providers installed beside the root module, for a scan at the terminal. */
  installed?: string | undefined;
  /** The sandbox, if it is already known. */
  sandbox?: Known | undefined;
  /** For a server: the number of organizations that it runs providers for. */
  countOrganizations?: () => Promise<number>;
};

/** Facts about this machine that no tenant needs to know. */
function machineOf({ env, providerMirror, awsEndpoint }: Config, cacheDir: string) {
  const endpoint = awsEndpoint === undefined ? 'localhost' : new URL(awsEndpoint).hostname;
  return {
    directories: [cacheDir, env.HOME ?? '', join(tmpdir(), 'plumbline-'), providerMirror ?? ''].map(
      (one) => one && resolve(one),
    ),
    hosts: [hostname(), ...(isLoopback(endpoint) ? [] : [endpoint])],
  };
}

/** Options of the gateway that recordings and replays change. */
export type GatewayWay = Pick<GatewayOptions, 'stages' | 'record' | 'upstream'>;

/** The plugin host, and the gateway for providers with credentials; undefined where they use the network directly. */
export type ProviderRuntime = {
  providers: ProviderHost;
  gateway: Gateway | undefined;
  sandbox: Sandbox;
  close: () => Promise<void>;
};

/** The configured runtime; used by the server and by `plumbline scan`. */
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
    // The gateway limits the actual API calls; without it, the host limits reads by an estimate of their calls.
    hardLimits: gateway || isEmulator(config.awsEndpoint) ? [] : HARD_LIMITS,
    ...(onEvent && { onEvent }),
    ...(gateway && { openProxy: (dir) => gateway.openProxy(dir) }),
    tunnel: composeTunnel(config, { env: waysOf(config) }),
    ...(meter && { meter }),
  });
  const providers = toTenants ? withoutInternals(host, warn) : withInternals(host);
  const close = async () => {
    await host.close();
    await gateway?.close();
  };
  return { providers, gateway, sandbox, close };
}
