import { mkdirSync } from 'node:fs';
import { maskText } from '../drift/redact.ts';
import { createProviderFinder } from '../provider/find.ts';
import { createProviderHost, type ProviderMeter } from '../provider/host.ts';
import { HARD_LIMITS } from '../provider/pace/limits.ts';
import type { ProviderEvent } from '../provider/report.ts';
import type { ProviderHost } from '../provider/types.ts';
import type { Config } from './config.ts';

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

function childEnvironment(config: Config): Record<string, string> {
  const passed = PASSED_ON.flatMap((name) => {
    const value = config.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const { AWS_CA_BUNDLE: bundle, ...rest } = Object.fromEntries(passed);
  // The AWS provider cannot be configured twice in one process when a CA bundle is set; without TLS it needs none.
  const plain = config.awsEndpoint?.startsWith('http:') ?? false;
  return bundle === undefined || plain ? rest : { ...rest, AWS_CA_BUNDLE: bundle };
}

/** An emulator does not have the limits of the cloud that it stands for. */
function isOnThisMachine(endpoint: string | undefined): boolean {
  return endpoint !== undefined && /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(new URL(endpoint).hostname);
}

/** Who hears what happens to providers. */
type Telling = {
  warn: (message: string) => void;
  onEvent?: (event: ProviderEvent) => void;
  meter?: Partial<ProviderMeter>;
};

/** The plugin host as the settings want it; used by the server and by `plumbline scan`. */
export function composeProviders(config: Config, cacheDir: string, { warn, onEvent, meter }: Telling): ProviderHost {
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
  return createProviderHost({
    find,
    cacheDir,
    childEnv: childEnvironment(config),
    redact: maskText,
    processes: config.providerProcesses,
    concurrency: config.providerReads,
    memoryBytes: config.providerMemory * 1024 ** 2,
    hardLimits: isOnThisMachine(config.awsEndpoint) ? [] : HARD_LIMITS,
    ...(onEvent && { onEvent }),
    ...(meter && { meter }),
  });
}
