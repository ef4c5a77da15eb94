import type { Logger } from 'pino';
import { createQueue } from '../jobs/queue.ts';
import { abandonGivenUp } from '../services/analyses/finish.ts';
import type { Jobs } from '../services/base/jobs.ts';
import type { Services } from '../services/services.ts';
import { createModels } from '../services/memory/models/models.ts';
import { createMeanings } from '../services/memory/meanings.ts';
import { createRanking } from '../services/memory/ranking/ranking.ts';
import { createIntake } from '../services/webhooks/intake.ts';
import { forOperator } from '../store/for-operator.ts';
import { migrate } from '../store/migrate.ts';
import type { SandboxLevel } from '../provider/jail/types.ts';
import { isRowSecurityActive } from '../store/row-security.ts';
import { createProviderStatuses, type ProviderStatus } from '../provider/process/status.ts';
import { awsCloud } from './compose-aws.ts';
import { startCodeHosts } from './compose-codehosts.ts';
import { composeRemoteEmbedder, startEmbedding } from './compose-embeddings.ts';
import { composeEmbedder } from './compose-memory.ts';
import { composeBilling } from './compose-billing.ts';
import { composeGithub } from './compose-github.ts';
import type { Metrics } from './compose-metrics.ts';
import { startMapping } from './compose-mapping.ts';
import { startPublishing } from './compose-publishing.ts';
import { composePoster, composeVault, startNotifications } from './compose-notifications.ts';
import { composeQuotas } from './compose-quotas.ts';
import { startRetention } from './compose-retention.ts';
import { startStatistics } from './compose-statistics.ts';
import { composeSummaries } from './compose-summaries.ts';
import { startDeliveries } from './compose-webhooks.ts';
import { startTriggers } from './compose-triggers.ts';
import { composeProvided } from './compose-provided.ts';
import { composeSandbox, providersDir, shownLevel } from './compose-sandbox.ts';
import { composeWorkers } from './compose-workers.ts';
import type { Config } from './config.ts';
import type { OpenedStore } from './open-store.ts';
import { QUEUES } from './queues.ts';

/** Every query names its organization all the same. */
const UNPROTECTED =
  'row-level security is not in force: the database user bypasses it and may not act as the role plumbline_app (docs/deployment.md, "Postgres")';

/** How often analyses are looked for whose job was given up. */
const SWEEP_MS = 60_000;

export type Composition = {
  services: Services;
  /** The providers that this process has run. */
  providers: () => ProviderStatus[];
  /** How well this process keeps providers in. */
  sandbox: () => Promise<SandboxLevel>;
  /** Brings the schema and the queue up to date, before anything uses them. Whether or not it could, `stopWork` undoes it. */
  prepare(): Promise<void>;
  /** Takes up jobs from the queue, from now on. */
  startWork(): Promise<void>;
  /** Takes no more jobs; those that run get `graceMs` to end before they are given back. */
  stopWork(graceMs: number): Promise<void>;
};

/** Where it tells what it does. */
export type Telling = { log: Logger; metrics: Metrics };

/**
 * Wires everything together: the only place that knows which adapter stands behind which port. What a setting or a file of
 * the data directory may refuse is refused here, where nothing has begun yet; the database remains the caller's to close.
 */
export async function compose(
  config: Config,
  dataDir: string,
  { store, prepared }: OpenedStore,
  { log, metrics }: Telling,
): Promise<Composition> {
  const billing = await composeBilling(config, log);
  const github = composeGithub(config, dataDir, log);
  // Both are used in other processes, which would be too late to refuse a setting.
  composeProvided(config);
  const remote = composeRemoteEmbedder(config, { log, metrics });
  composeSummaries(config, { log, metrics });
  const vault = composeVault(config, dataDir);
  const poster = composePoster(config);
  const queue = createQueue<Jobs>(store.boss, {
    queues: QUEUES,
    onError: (error) => log.warn({ err: error }, 'the queue reports a problem'),
  });
  const standings = createProviderStatuses();
  // Providers run in other processes; what keeps them in is the same there, and is told here.
  const sandbox = composeSandbox(config, providersDir(dataDir));
  const embedder = composeEmbedder();
  const services: Services = {
    store,
    queue,
    clouds: new Map([['aws', awsCloud(config)]]),
    codehosts: new Map([['github', github.webhooks]]),
    apps: new Map(github.app ? [['github', github.app]] : []),
    signIns: new Map(github.signIn ? [['github', github.signIn]] : []),
    intake: createIntake({ store, queue }),
    embedder,
    models: createModels({ store, embedder, remote }),
    ranking: createRanking(store, { bytes: config.recallMemory * 1024 * 1024 }),
    meanings: createMeanings(),
    billing,
    vault,
    poster,
    quotas: composeQuotas(config),
  };
  const workers = composeWorkers(config, dataDir, { services, sandbox, standings, log, metrics });
  let sweep: NodeJS.Timeout | undefined;
  let stopDeliveries = (): void => undefined;
  let stopTriggers = (): void => undefined;
  let stopCodeHosts = (): void => undefined;
  let stopNotifications = (): void => undefined;
  let stopEmbedding = (): Promise<void> => Promise.resolve();
  let stopRetention = (): Promise<void> => Promise.resolve();
  let stopStatistics = (): void => undefined;
  const sweepUp = () =>
    abandonGivenUp(services).catch((error: unknown) => log.warn({ err: error }, 'could not look for lost analyses'));
  return {
    services,
    providers: standings.list,
    sandbox: () => shownLevel(sandbox),
    async prepare() {
      await migrate(store.db);
      await queue.start().catch((error: unknown) => {
        throw forOperator(error);
      });
      prepared();
      if (!(await isRowSecurityActive(store.db))) log.warn(UNPROTECTED);
    },
    async startWork() {
      stopEmbedding = startEmbedding(services, { remote, makes: config.workers > 0, log, metrics });
      if (config.workers === 0) return;
      sweep = setInterval(() => void sweepUp(), SWEEP_MS).unref();
      await sweepUp();
      stopDeliveries = await startDeliveries(services, log);
      stopTriggers = await startTriggers(services, log);
      await startMapping(services, log);
      await startPublishing(services, config.publicUrl, log);
      stopCodeHosts = await startCodeHosts(services, { days: config.uninstalledDays, log });
      stopNotifications = await startNotifications(services, config, { log, metrics });
      stopRetention = startRetention(services, log);
      stopStatistics = startStatistics(store, log);
      await queue.work('analysis', { concurrency: config.workers, perGroup: workers.perOrganization }, (job, context) =>
        workers.run(job, context),
      );
    },
    async stopWork(graceMs) {
      clearInterval(sweep);
      stopDeliveries();
      stopTriggers();
      stopCodeHosts();
      stopNotifications();
      await stopRetention();
      stopStatistics();
      await stopEmbedding();
      await queue.stop({ graceTimeoutMs: graceMs });
      await workers.close();
    },
  };
}
