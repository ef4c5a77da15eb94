import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { createQueue } from '../jobs/queue.ts';
import { maskText } from '../drift/redact.ts';
import { createProviderFinder } from '../provider/find.ts';
import { createProviderHost } from '../provider/host.ts';
import type { ProviderHost } from '../provider/types.ts';
import { abandonGivenUp } from '../services/analyses/abandon.ts';
import { runAnalysis } from '../services/analyses/run.ts';
import type { Jobs, Services } from '../services/context.ts';
import { openDatabase } from '../store/database.ts';
import { migrate } from '../store/migrate.ts';
import { awsCloud } from './compose-aws.ts';
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

/** The plugin host as the settings want it; used by the server and by `plumbline scan`. */
export function composeProviders(config: Config, cacheDir: string, warn: (message: string) => void): ProviderHost {
  mkdirSync(cacheDir, { recursive: true, mode: 0o700 });
  const find = createProviderFinder(
    {
      mirror: config.providerMirror,
      download: config.providerDownload,
      registry: config.providerRegistry,
      cacheDir,
      env: config.env,
    },
    { warn },
  );
  return createProviderHost({ find, cacheDir, childEnv: childEnvironment(config), redact: maskText });
}

/** How often analyses are looked for whose job was given up. */
const SWEEP_MS = 60_000;

export type Composition = {
  services: Services;
  /** Takes up jobs from the queue, from now on. */
  startWork(): Promise<void>;
  /** Takes no more jobs; those that run get `graceMs` to end before they are given back. */
  stopWork(graceMs: number): Promise<void>;
  close(): Promise<void>;
};

/** Wires everything together: the only place that knows which adapter stands behind which port. */
export async function compose(config: Config, dataDir: string, log: Logger): Promise<Composition> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const store = await openDatabase(
    { url: config.databaseUrl, dataDir },
    { onConnectionError: (error) => log.warn({ err: error }, 'a database connection broke') },
  );
  try {
    await migrate(store.db);
    const queue = createQueue<Jobs>(store.boss, {
      queues: { analysis: { retryLimit: 10 } },
      onError: (error) => log.warn({ err: error }, 'the queue reports a problem'),
    });
    await queue.start();
    const providers = composeProviders(config, join(dataDir, 'providers'), (message) => log.warn(message));
    const services: Services = { store, queue, clouds: new Map([['aws', awsCloud(config)]]) };
    let sweep: NodeJS.Timeout | undefined;
    const sweepUp = () =>
      abandonGivenUp(services).catch((error: unknown) => log.warn({ err: error }, 'could not look for lost analyses'));
    return {
      services,
      async startWork() {
        if (config.workers === 0) return;
        sweep = setInterval(() => void sweepUp(), SWEEP_MS).unref();
        await sweepUp();
        await queue.work('analysis', { concurrency: config.workers }, async (job, context) => {
          log.info({ analysis: job.analysis_id, attempt: context.attempt }, 'analysis started');
          await runAnalysis({ ...services, providers }, job, context).catch((error: unknown) => {
            log.error({ err: error, analysis: job.analysis_id }, 'analysis interrupted');
            throw error;
          });
          log.info({ analysis: job.analysis_id }, 'analysis ended');
        });
      },
      async stopWork(graceMs) {
        clearInterval(sweep);
        await queue.stop({ graceTimeoutMs: graceMs });
        await providers.close();
      },
      close: () => store.close(),
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}
