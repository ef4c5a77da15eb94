import type { Duplex } from 'node:stream';
import type { AnalysisDeps } from '../services/analyses/run.ts';
import type { JobSender } from '../services/base/jobs.ts';
import { createRanking } from '../services/memory/ranking/ranking.ts';
import type { Known } from '../provider/jail/sandbox.ts';
import { openDatabase, openSharedStore } from '../store/database.ts';
import { countOrganizations } from '../store/queries/instance-standing.ts';
import { awsCloud } from './compose-aws.ts';
import { composeEmbedder } from './compose-memory.ts';
import { composeProvided } from './compose-provided.ts';
import { composeProviders } from './compose-providers.ts';
import { composeQuotas } from './compose-quotas.ts';
import { providersDir } from './compose-sandbox.ts';
import { composeSummaries } from './compose-summaries.ts';
import type { Config } from './config.ts';
import { failureOf, type CountedThere, type Report } from './workers/protocol.ts';

/** An analysis writes what it has, looks whether it is still wanted, and asks for what is known already. */
const CONNECTIONS = 3;

type Given = {
  config: Config;
  dataDir: string;
  /** What the server knows of what keeps providers in. */
  sandbox: Known | undefined;
  /** The embedded database of the server; undefined where there is Postgres. */
  database: Duplex | undefined;
  queue: JobSender;
  report: (report: Report) => void;
  /** The database is gone, and with it all that this process can do. */
  onLost: () => void;
};

/** Wires what an analysis needs, and nothing of what answers requests: the start of a process is what it loads. */
export async function composeWorker(given: Given): Promise<{ deps: AnalysisDeps; close(): Promise<void> }> {
  const { config, dataDir, sandbox, database, queue, report, onLost } = given;
  const warn = (fields: Record<string, unknown>, text: string, error?: unknown): void =>
    report({ kind: 'warning', fields, text, ...(error !== undefined && { error: failureOf(error) }) });
  const counted = <Name extends keyof CountedThere>(name: Name) =>
    ((...args: Parameters<CountedThere[Name]>) =>
      report({ kind: 'counted', count: { name, args } } as Report)) as CountedThere[Name];
  const store = database
    ? openSharedStore(database, onLost)
    : await openDatabase(
        { url: config.databaseUrl, connections: CONNECTIONS, dataDir },
        { onConnectionError: (error) => warn({}, 'a database connection broke', error) },
      );
  const found = composeProviders(config, providersDir(dataDir), {
    readBy: 'tenants',
    warn: (message) => warn({}, message),
    sandbox,
    countOrganizations: () => countOrganizations(store.db),
    onEvent: (event) => report({ kind: 'provider', event }),
    meter: {
      // How it ended is counted; what was read stays here.
      readEnded: (outcome) =>
        counted('readEnded')({ status: outcome.status, ...('reason' in outcome && { reason: outcome.reason }) }),
      readThrottled: counted('readThrottled'),
      providerMemory: (pid, bytes) => report({ kind: 'memory', pid, bytes }),
    },
  });
  const { providers, gateway } = found;
  const deps: AnalysisDeps = {
    store,
    queue,
    clouds: new Map([['aws', awsCloud(config)]]),
    embedder: composeEmbedder(),
    // The memory's vectors are kept once, where recall is answered; here the database compares them, once an analysis.
    ranking: createRanking(store, { bytes: 0 }),
    quotas: composeQuotas(config),
    providers,
    gateway,
    metrics: { analysisEnded: counted('analysisEnded'), cloudCalled: counted('cloudCalled') },
    trouble: (error, { analysis, text }) => warn({ analysis }, text, error),
    stateKeys: config.stateKeys ?? new Map(),
    provided: composeProvided(config),
    summarising: composeSummaries(config, {
      log: { warn: (fields, text) => warn({ ...fields }, text) },
      metrics: { summaryMade: counted('summaryMade') },
    }),
  };
  return {
    deps,
    async close() {
      await found.close();
      await store.close();
    },
  };
}
