import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { JobContext } from '../jobs/types.ts';
import { abandonGivenUp } from '../services/analyses/finish.ts';
import { reconcile, sendDueSyncs } from '../services/webhooks/reconcile.ts';
import { syncInstallation } from '../services/installations/sync.ts';
import type { Jobs } from '../services/base/jobs.ts';
import type { Services } from '../services/services.ts';
import type { RemoteEmbedder } from '../services/memory/models/embedder.ts';
import { expireIncidents } from '../services/memory/expire.ts';
import { catchingUp } from '../services/memory/models/catch-up.ts';
import { sourcesOf } from '../services/memory/models/sources.ts';
import { deliver } from '../services/notifications/deliver.ts';
import { sweepNotifications } from '../services/notifications/send.ts';
import { eraseOrganization, resumeErasing } from '../services/organizations/erase.ts';
import { expireUninstalled } from '../services/organizations/delete.ts';
import { publish } from '../services/publishing/publish.ts';
import { expireSessions } from '../services/sessions/end.ts';
import { mapRepository, followTrigger, putOff } from '../services/triggers/follow.ts';
import { expireSummaries } from '../services/summaries/summarise.ts';
import { runScheduled, takeDue } from '../services/triggers/run-scheduled.ts';
import { HopelessDelivery } from '../services/installations/account.ts';
import { processDelivery, sweepDeliveries } from '../services/webhooks/process.ts';
import { refreshStatistics } from '../store/statistics.ts';
import type { Background } from './background.ts';
import type { Metrics } from './compose-api.ts';
import type { composeWorkers } from './compose-workers.ts';
import type { Config } from './config/config.ts';
import { version } from './version.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Concurrent jobs that mostly wait for a code host or a cloud. */
const WAITING_JOBS = 4;
/** Concurrent notifications, each to another webhook, so that a slow one delays only itself. */
const NOTIFICATIONS = { postgres: 16, embedded: 8 } as const;
/** The time that requests get before each delivery: the embedded database runs one statement at a time. */
const YIELD_MS = 100;
/** The log mentions missing vectors from this number on; a few are missing all the time. */
const MIN_LOGGED_VECTORS = 100;

type Deps = {
  services: Services;
  config: Config;
  log: Logger;
  metrics: Metrics;
  remote: RemoteEmbedder | undefined;
  workers: ReturnType<typeof composeWorkers>;
  background: Background;
};

/** Logs a job's error and throws it again, for a retry. */
async function logged<T>(run: Promise<T>, log: (error: unknown) => unknown): Promise<T> {
  return run.catch((error: unknown) => {
    log(error);
    throw error;
  });
}

/** Starts all background work. The queue must be started; `background.stop` and the queue's stop end the work. */
export async function startJobs(deps: Deps): Promise<void> {
  const { services, config, workers, background } = deps;
  makeVectors(deps);
  if (config.workers === 0) return;
  await background.every(MINUTE_MS, 'could not check for lost analyses', () => abandonGivenUp(services));
  await startDeliveries(deps);
  await startTriggers(deps);
  await startMapping(deps);
  await startPublishing(deps);
  await startCodeHosts(deps);
  await startNotifications(deps);
  startRetention(deps);
  keepStatistics(deps);
  await services.queue.work(
    'analysis',
    { concurrency: config.workers, perGroup: workers.perOrganization },
    (job, context) => workers.run(job, context),
  );
}

/** Makes missing vectors, now and later. A server without workers only records the models that it uses. */
function makeVectors({ services, config, log, metrics, remote, background }: Deps): void {
  const { store, embedder } = services;
  const work = catchingUp({
    store,
    sources: sourcesOf(embedder, remote),
    // The embedded database has one process, so a new process takes over the lease of a killed one.
    holder: store.kind === 'embedded' ? 'embedded' : randomUUID(),
    makes: config.workers > 0,
    onWaiting: (kind, count) => metrics.embeddingsWaiting(kind, count),
    onBegin: (begun) =>
      log[begun.waiting < MIN_LOGGED_VECTORS ? 'debug' : 'info'](begun, 'vectors of incidents are made'),
  });
  const run = (signal: AbortSignal) => work.sweep(signal);
  void background.every(5 * SECOND_MS, 'could not make vectors of incidents', run, { warnOnce: true });
}

/** Processes webhook deliveries of code hosts. */
export async function startDeliveries({ services, log, background }: Pick<Deps, 'services' | 'log' | 'background'>) {
  await background.every(10 * MINUTE_MS, 'could not tidy up deliveries', () => sweepDeliveries(services));
  await services.queue.work('delivery', {}, async (job, context) => {
    if (services.store.kind === 'embedded') await services.deliveryBuffer.settled(YIELD_MS);
    await logged(processDelivery(services, job, context), (err) =>
      log.error({ err, delivery: job.id, attempt: context.attempt }, 'a delivery could not be processed'),
    );
  });
}

/** Follows events of code hosts, and starts scheduled analyses. */
async function startTriggers({ services, log, background }: Deps): Promise<void> {
  const { queue } = services;
  await queue.work('trigger', { concurrency: WAITING_JOBS, perGroup: 1 }, (job, context) =>
    followTrigger(services, job, context.signal).catch((error: unknown) =>
      retryTrigger({ services, log }, job, context, error),
    ),
  );
  await queue.work('schedule', { concurrency: WAITING_JOBS }, (job, { signal, attempt }) =>
    logged(runScheduled(services, job, signal), (err) =>
      log.warn({ err, organization: job.org_id, attempt }, 'could not start a scheduled analysis'),
    ),
  );
  await background.every(30 * SECOND_MS, 'could not check for scheduled analyses', () => takeDue(services));
}

/** Throws the error for a retry, unless the event was postponed after its last try. */
async function retryTrigger(
  { services, log }: Pick<Deps, 'services' | 'log'>,
  job: Jobs['trigger'],
  { signal, attempt, last }: JobContext,
  error: unknown,
): Promise<void> {
  const about = { err: error, repository: job.repo_id, event: job.event.kind, attempt, put_off: job.put_off ?? 0 };
  const isLast = last && !signal.aborted;
  if (isLast && (await putOff(services, job))) return log.warn(about, 'could not follow an event, and put it off');
  if (isLast) log.error(about, 'gave up following an event');
  else log.warn(about, 'could not follow an event');
  throw error;
}

/** Reads the state claims of repositories, one at a time in each organization, so that no organization delays another. */
async function startMapping({ services, log }: Deps): Promise<void> {
  await services.queue.work('map', { concurrency: 2, perGroup: 1 }, (job, context) =>
    logged(mapRepository(services, job, context), (err) =>
      log.warn({ err, repository: job.repo_id, attempt: context.attempt }, 'a repository could not be read'),
    ),
  );
}

async function startPublishing({ services, config, log }: Deps): Promise<void> {
  const onProblem = (err: unknown, about: object) =>
    log.warn({ err, ...about }, 'the code host refused what was published');
  const deps = { ...services, publicUrl: config.publicUrl, onProblem };
  await services.queue.work('publish', { concurrency: WAITING_JOBS, perGroup: 1 }, (job, { attempt }) =>
    logged(publish(deps, job), (err) =>
      log.warn({ err, analysis: job.analysis_id, attempt }, 'could not be published; it is tried again'),
    ),
  );
}

/** Syncs organizations and repositories with the code hosts, and deletes removed organizations. */
async function startCodeHosts({ services, config, log, background }: Deps): Promise<void> {
  const { queue } = services;
  await queue.work('sync', { concurrency: 2 }, (job, { signal }) =>
    syncInstallation(services, job, signal).catch((error: unknown) => {
      const { codehost, installation_id } = job;
      log.warn({ err: error, codehost, installation_id }, 'could not sync an installation');
      // No retry helps: the operator has to assign the installation first.
      if (!(error instanceof HopelessDelivery)) throw error;
    }),
  );
  await queue.work('reconcile', {}, async (job, { signal }) => {
    const onError = (error: unknown, about: object) => log.warn({ err: error, ...about }, 'could not read a code host');
    log.info({ ...job, ...(await reconcile(services, job, { onError, signal })) }, 'a code host was reconciled');
  });
  await queue.work('erase', {}, async (job, { signal }) => {
    await eraseOrganization(services, job, signal);
    log.info({ organization: job.org_id }, 'an organization was erased');
  });
  await background.every(MINUTE_MS, 'could not request the sync of code hosts', () => sendDueSyncs(services));
  await background.every(HOUR_MS, 'could not remove organizations', async () => {
    await expireUninstalled(services, config.uninstalledDays);
    await resumeErasing(services);
  });
}

async function startNotifications({ services, config, log, metrics, background }: Deps): Promise<void> {
  await background.every(10 * MINUTE_MS, 'could not tidy up notifications', () => sweepNotifications(services));
  const deps = {
    ...services,
    publicUrl: config.publicUrl,
    userAgent: `Plumbline/${version()}`,
    tried: (outcome: string) => metrics.notificationTried(outcome),
  };
  const options = { concurrency: NOTIFICATIONS[services.store.kind], perGroup: 1 };
  await services.queue.work('notify', options, (job, { signal }) =>
    logged(
      deliver(deps, job, signal),
      (err) => signal.aborted || log.error({ err, message: job.id }, 'a try of a notification broke off'),
    ),
  );
}

/** Deletes data past its retention. */
function startRetention({ services, background }: Deps): void {
  void background.every(HOUR_MS, 'could not delete old incidents', (signal) => expireIncidents(services, { signal }));
  void background.every(HOUR_MS, 'could not delete old summaries', () => expireSummaries(services));
  void background.every(HOUR_MS, 'could not delete expired sessions', () => expireSessions(services));
}

/** Keeps the embedded database's planner statistics current. Starts after the first requests. */
function keepStatistics({ services: { store }, background }: Deps): void {
  if (store.kind !== 'embedded') return;
  const refresh = () => refreshStatistics(store.db);
  void background.every(HOUR_MS, 'could not refresh statistics of tables', refresh, { firstAfterMs: 10 * SECOND_MS });
}
