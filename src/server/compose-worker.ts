import type { Duplex } from 'node:stream';
import type { AnalysisDeps } from '../services/analyses/run.ts';
import { openSender } from '../jobs/queue.ts';
import type { Jobs } from '../services/base/jobs.ts';
import { createRanking } from '../services/memory/ranking/ranking.ts';
import type { Known } from '../provider/jail/sandbox.ts';
import { createQuotas } from '../services/quotas/quotas.ts';
import { openDatabase, openSharedStore } from '../store/database.ts';
import { countOrganizations } from '../store/queries/instance-status.ts';
import { awsCloud } from './compose-aws.ts';
import { listersThrough } from './compose-inventory.ts';
import { composeEmbedder, composeSummaries } from './compose-models.ts';
import { composeIdentity, composeSources, composeVault } from './compose-sources.ts';
import { composeProviders } from './compose-providers.ts';
import { providersDir } from './compose-sandbox.ts';
import { defaultQuotas, type Config } from './config/config.ts';
import { operatorGrants } from './config/provided.ts';
import { QUEUES } from './queues.ts';
import { failureOf, type WorkerMetrics, type Report } from './workers/protocol.ts';

/** An analysis concurrently writes results, checks for its cancellation, and reads. */
const CONNECTIONS = 3;

type Input = {
  config: Config;
  dataDir: string;
  /** The sandbox that the server has determined. */
  sandbox: Known | undefined;
  /** The server's embedded database; undefined with Postgres. */
  database: Duplex | undefined;
  report: (report: Report) => void;
  /** The database is lost, so this process cannot work any more. */
  onLost: () => void;
};

/** Wires the dependencies of an analysis, without the API, so that a worker starts fast. */
export async function composeWorker(input: Input): Promise<{ deps: AnalysisDeps; close(): Promise<void> }> {
  const { config, dataDir, sandbox, database, report, onLost } = input;
  const warn = (fields: Record<string, unknown>, text: string, error?: unknown): void =>
    report({ kind: 'warning', fields, text, ...(error !== undefined && { error: failureOf(error) }) });
  const count = <Name extends keyof WorkerMetrics>(name: Name) =>
    ((...args: Parameters<WorkerMetrics[Name]>) =>
      report({ kind: 'counted', count: { name, args } } as Report)) as WorkerMetrics[Name];
  const store = database
    ? openSharedStore(database, onLost)
    : await openDatabase(
        { url: config.databaseUrl, connections: CONNECTIONS, dataDir },
        { onConnectionError: (error) => warn({}, 'a database connection broke', error) },
      );
  const queue = await openSender<Jobs>(store.db, {
    queues: QUEUES,
    onError: (error) => warn({}, 'the queue reports a problem', error),
  });
  const secrets: string[] = [];
  const host = composeProviders(config, providersDir(dataDir), {
    secrets,
    audience: 'tenants',
    warn: (message) => warn({}, message),
    sandbox,
    countOrganizations: () => countOrganizations(store.db),
    onEvent: (event) => report({ kind: 'provider', event }),
    meter: {
      // The outcome without the read values.
      readEnded: (outcome) =>
        count('readEnded')({ status: outcome.status, ...('reason' in outcome && { reason: outcome.reason }) }),
      readThrottled: count('readThrottled'),
      providerMemory: (pid, bytes) => report({ kind: 'memory', pid, bytes }),
    },
  });
  const { providers, gateway } = host;
  const vault = composeVault(config, dataDir);
  const deps: AnalysisDeps = {
    store,
    queue,
    clouds: new Map([['aws', awsCloud(config)]]),
    openSource: composeSources(config, composeIdentity(config, { store, vault })),
    vault,
    embedder: composeEmbedder(),
    // Only the server caches vectors; here the database compares them, once per analysis.
    ranking: createRanking(store, { bytes: 0 }),
    quotas: createQuotas(defaultQuotas(config)),
    providers,
    gateway,
    listerFor: listersThrough(gateway),
    metrics: { analysisEnded: count('analysisEnded'), cloudCalled: count('cloudCalled') },
    onError: (error, { analysis, text }) => warn({ analysis }, text, error),
    stateKeys: config.stateKeys ?? new Map(),
    operatorGrants: operatorGrants(config),
    hideSecrets: (more) => void secrets.push(...more.filter((one) => !secrets.includes(one))),
    summarising: composeSummaries(config, {
      log: { warn: (fields, text) => warn({ ...fields }, text) },
      metrics: { summaryMade: count('summaryMade') },
    }),
  };
  return {
    deps,
    async close() {
      await host.close();
      await queue.stop();
      await store.close();
    },
  };
}
