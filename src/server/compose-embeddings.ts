import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { embeddingsService } from '../integrations/embeddings/service.ts';
import type { Services } from '../services/services.ts';
import type { RemoteEmbedder } from '../services/memory/embedder.ts';
import { catchingUp } from '../services/memory/models/catch-up.ts';
import { sourcesOf } from '../services/memory/models/sources.ts';
import type { Metrics } from './compose-metrics.ts';
import { ConfigError, type Config } from './config.ts';

/** How soon it is noticed that vectors are missing, and that a service answers again. */
const SWEEP_MS = 5_000;
/** What is worth a line in the log; a few are missing all the time. */
const MANY = 100;

type Telling = { log: Logger; metrics: Metrics };

/** The model of another service, where one is configured. Throws `ConfigError` where a part of it is missing. */
export function composeRemoteEmbedder(config: Config, { log, metrics }: Telling): RemoteEmbedder | undefined {
  const { embeddingsUrl: baseUrl, embeddingsModel: model, embeddingsKey: apiKey } = config;
  if (baseUrl === undefined) {
    if (model !== undefined) throw new ConfigError('EMBEDDINGS_BASE_URL', 'is needed as well for EMBEDDINGS_MODEL');
    if (apiKey !== undefined) throw new ConfigError('EMBEDDINGS_BASE_URL', 'is needed as well for EMBEDDINGS_API_KEY');
    return undefined;
  }
  if (model === undefined) throw new ConfigError('EMBEDDINGS_MODEL', 'is needed as well for EMBEDDINGS_BASE_URL');
  return embeddingsService({
    baseUrl,
    apiKey,
    model,
    onProblem: (problem) => log.warn(problem, 'the embeddings service did not do what it was asked'),
    onRequest: (outcome) => metrics.embeddingsRequested(outcome),
  });
}

type Work = Telling & {
  remote: RemoteEmbedder | undefined;
  /** Whether this process makes vectors, or only says which models it uses. */
  makes: boolean;
};

/** Makes the vectors that are missing, now and whenever some are, until the answered function is called. */
export function startEmbedding(services: Services, { remote, makes, log, metrics }: Work): () => Promise<void> {
  const { store, embedder } = services;
  const stopping = new AbortController();
  const work = catchingUp({
    store,
    sources: sourcesOf(embedder, remote),
    // The embedded database has one process: what a killed one was about, the next one goes on with.
    holder: store.kind === 'embedded' ? 'embedded' : randomUUID(),
    makes,
    onWaiting: (kind, count) => metrics.embeddingsWaiting(kind, count),
    onBegin: (begun) => log[begun.waiting < MANY ? 'debug' : 'info'](begun, 'vectors of incidents are made'),
  });
  let running: Promise<void> | undefined;
  let failing = false;
  async function sweep(): Promise<void> {
    try {
      await work.sweep(stopping.signal);
      failing = false;
    } catch (error) {
      // Said once for as long as it lasts.
      log[failing ? 'debug' : 'warn']({ err: error }, 'could not make vectors of incidents');
      failing = true;
    }
  }
  const begin = () => {
    running ??= sweep().finally(() => (running = undefined));
  };
  begin();
  const timer = setInterval(begin, SWEEP_MS).unref();
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await running;
  };
}
