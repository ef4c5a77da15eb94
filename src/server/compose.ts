import type { Logger } from 'pino';
import { createPoster } from '../integrations/http/post.ts';
import { createQueue } from '../jobs/queue.ts';
import type { SandboxLevel } from '../provider/jail/types.ts';
import { createProviderStatuses, type ProviderStatus } from '../provider/process/status.ts';
import type { Jobs } from '../services/base/jobs.ts';
import type { Services } from '../services/services.ts';
import { createProjectCache } from '../services/memory/project.ts';
import { createModels } from '../services/memory/models/models.ts';
import { createRanking } from '../services/memory/ranking/ranking.ts';
import { createQuotas } from '../services/quotas/quotas.ts';
import { createDeliveryBuffer } from '../services/webhooks/delivery-buffer.ts';
import { forOperator } from '../store/for-operator.ts';
import { migrate } from '../store/migrate.ts';
import { isRowSecurityActive } from '../store/row-security.ts';
import { createBackground } from './background.ts';
import type { Metrics } from './compose-api.ts';
import { awsCloud } from './compose-aws.ts';
import { composeBilling } from './compose-billing.ts';
import { composeGithub } from './compose-github.ts';
import { composeEmbedder, composeRemoteEmbedder, composeSummaries } from './compose-models.ts';
import { withProviderCheck } from './compose-verify.ts';
import { composeSandbox, providersDir, shownLevel } from './compose-sandbox.ts';
import { composeIdentity, composeSources, composeVault } from './compose-sources.ts';
import { composeWorkers } from './compose-workers.ts';
import { defaultQuotas, type Config } from './config/config.ts';
import { operatorGrants } from './config/provided.ts';
import { startJobs } from './jobs.ts';
import type { OpenedStore } from './open-store.ts';
import { QUEUES } from './queues.ts';

/** A warning only, because every query filters by organization anyway. */
const UNPROTECTED =
  'row-level security is not in force: the database user bypasses it and may not act as the role plumbline_app (docs/deployment.md, "Postgres")';

export type Composition = {
  services: Services;
  /** The providers that this server has run. */
  providers: () => ProviderStatus[];
  /** How well this machine confines providers. */
  sandbox: () => Promise<SandboxLevel>;
  /** Brings the schema and the queue up to date, before their first use. `stopWork` undoes it, even if it failed. */
  prepare(): Promise<void>;
  /** Begins to take jobs from the queue. */
  startWork(): Promise<void>;
  /** Takes no more jobs; active ones get `graceMs` to end before they return to the queue. */
  stopWork(graceMs: number): Promise<void>;
};

/**
 * Wires all dependencies. Only this file and the other `compose-*` files know which adapter implements which port.
 * Rejects invalid settings and files of the data directory before any work begins; the caller closes the database.
 */
export async function compose(
  config: Config,
  dataDir: string,
  { store, prepared }: OpenedStore,
  { log, metrics }: { log: Logger; metrics: Metrics },
): Promise<Composition> {
  const billing = await composeBilling(config, log);
  const github = composeGithub(config, dataDir, log);
  // Only worker processes use the results, too late to reject a setting.
  operatorGrants(config);
  composeSummaries(config, { log, metrics });
  const remote = composeRemoteEmbedder(config, { log, metrics });
  const vault = composeVault(config, dataDir);
  const identity = composeIdentity(config, { store, vault });
  const poster = createPoster({ networks: config.webhookNetworks, http: config.webhookHttp });
  const queue = createQueue<Jobs>(store.boss, {
    queues: QUEUES,
    onError: (error) => log.warn({ err: error }, 'the queue reports a problem'),
  });
  const providerStatuses = createProviderStatuses();
  // Providers run in worker processes, in the same sandbox as here.
  const sandbox = composeSandbox(config, providersDir(dataDir));
  const embedder = composeEmbedder();
  const services: Services = {
    store,
    queue,
    clouds: new Map([['aws', withProviderCheck(awsCloud(config), config, providersDir(dataDir))]]),
    codehosts: new Map([['github', github.webhooks]]),
    apps: new Map(github.app ? [['github', github.app]] : []),
    signIns: new Map(github.signIn ? [['github', github.signIn]] : []),
    deliveryBuffer: createDeliveryBuffer({ store, queue }),
    embedder,
    models: createModels({ store, embedder, remote }),
    ranking: createRanking(store, { bytes: config.recallMemory * 1024 * 1024 }),
    projectCache: createProjectCache(),
    billing,
    vault,
    identity,
    openSource: composeSources(config, identity),
    providerRules: { allowed: config.providers, reachesMachine: config.webhookNetworks?.includes('loopback') ?? false },
    poster,
    quotas: createQuotas(defaultQuotas(config)),
    tryProvider: (settings, signal) => workers.tryProvider(settings, signal),
  };
  const workers = composeWorkers(config, dataDir, { services, sandbox, providerStatuses, log, metrics });
  const background = createBackground(log);
  return {
    services,
    providers: providerStatuses.list,
    sandbox: () => shownLevel(sandbox),
    async prepare() {
      await migrate(store.db);
      await queue.start().catch((error: unknown) => {
        throw forOperator(error);
      });
      prepared();
      if (!(await isRowSecurityActive(store.db))) log.warn(UNPROTECTED);
    },
    startWork: () => startJobs({ services, config, log, metrics, remote, workers, background }),
    async stopWork(graceMs) {
      await background.stop();
      await queue.stop({ graceTimeoutMs: graceMs });
      await workers.close();
    },
  };
}
