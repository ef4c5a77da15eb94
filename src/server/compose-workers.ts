import type { Logger } from 'pino';
import type { Sandbox } from '../provider/jail/sandbox.ts';
import type { ProviderEvent } from '../provider/process/events.ts';
import type { createProviderStatuses } from '../provider/process/status.ts';
import { abandonAnalysis } from '../services/analyses/finish.ts';
import { giveUpInventory } from '../services/inventory/end.ts';
import type { JobContext } from '../jobs/types.ts';
import type { Jobs } from '../services/base/jobs.ts';
import type { Services } from '../services/services.ts';
import type { Metrics } from './compose-api.ts';
import type { Config } from './config/config.ts';
import { WorkerLost } from './workers/outcome.ts';
import { errorOf, type WorkerMetrics, type Report } from './workers/protocol.ts';
import { workerConfig } from './workers/worker-config.ts';
import { createWorkers, type Workers } from './workers/workers.ts';

type Deps = {
  sandbox: Sandbox;
  services: Pick<Services, 'store' | 'queue'>;
  providerStatuses: ReturnType<typeof createProviderStatuses>;
  log: Logger;
  metrics: Metrics;
};

/** An analysis that ran out of memory will probably do so again, so it gets only one more try. */
const MAX_MEMORY_TRIES = 2;

/**
 * Runs analyses in worker processes; counts their metrics and logs their warnings here. No part of an analysis runs in
 * this process, so that no state can delay a request.
 */
export function composeWorkers(
  config: Config,
  dataDir: string,
  { services, sandbox, providerStatuses, log, metrics }: Deps,
) {
  const { store } = services;
  const workers: Workers = createWorkers({
    config: workerConfig(config),
    dataDir,
    sandbox,
    share: store.share,
    memory: config.workerMemory,
    onReport: reportTo({ providerStatuses, log, metrics }),
  });

  /** Fails the analysis where another try is pointless; returns false where there will be one. */
  async function gaveUp(job: Jobs['analysis'], context: JobContext, loss: WorkerLost): Promise<boolean> {
    if (context.signal.aborted) return false;
    // The inventory comes last, and must not cost the analysis; after the last try nobody takes it up again.
    if (
      !context.last &&
      context.attempt > 1 &&
      (await giveUpInventory(services, job, errorFor(loss, config.workerMemory)))
    )
      return false;
    const tries = loss.reason === 'memory' ? MAX_MEMORY_TRIES : Infinity;
    if (!context.last && context.attempt < tries) return false;
    return abandonAnalysis(services, job, errorFor(loss, config.workerMemory));
  }

  return {
    /** Concurrent analyses of one organization: one process is left for the others. */
    perOrganization: Math.max(1, config.workers - 1),
    async run(job: Jobs['analysis'], context: JobContext): Promise<void> {
      const analysis = job.analysis_id;
      log.info({ analysis, attempt: context.attempt }, 'analysis started');
      const since = performance.now();
      try {
        await workers.run(job, context);
      } catch (error) {
        log.error({ err: error, analysis }, 'analysis interrupted');
        if (!(error instanceof WorkerLost) || !(await gaveUp(job, context, error))) throw error;
        metrics.analysisEnded({ status: 'failed', seconds: (performance.now() - since) / 1000, findings: [] });
      }
      log.info({ analysis }, 'analysis ended');
    },
    tryProvider: workers.tryProvider,
    close: () => workers.close(),
  };
}

function errorFor({ reason }: WorkerLost, memory: number): { code: string; detail: string } {
  if (reason === 'memory')
    return {
      code: 'out_of_memory',
      detail: `The analysis needed more than the ${memory} MiB of memory that one may use. Split the largest state, analyse fewer states at once (state_prefix), or ask the operator for more memory.`,
    };
  return {
    code: 'internal',
    detail: 'The process that ran the analysis ended unexpectedly each time; the log of the server has the reason.',
  };
}

function reportTo({ providerStatuses, log, metrics }: Omit<Deps, 'services' | 'sandbox'>): (report: Report) => void {
  const onProvider = (reported: ProviderEvent): void => {
    providerStatuses.onEvent(reported);
    const { kind, cause, ...event } = reported;
    if (kind === 'launched') metrics.providerLaunched();
    if (kind !== 'ended') return;
    metrics.providerEnded(cause ?? 'stopped');
    if (cause !== 'stopped') log.warn({ cause, ...event }, 'a provider ended unexpectedly');
  };
  return (report) => {
    if (report.kind === 'provider') onProvider(report.event);
    else if (report.kind === 'memory') {
      metrics.providerMemory(report.pid, report.bytes);
      providerStatuses.providerMemory(report.pid, report.bytes);
    } else if (report.kind === 'counted') count(metrics, report.count);
    else log.warn({ ...report.fields, ...(report.error && { err: errorOf(report.error) }) }, report.text);
  };
}

function count(metrics: WorkerMetrics, { name, args }: Extract<Report, { kind: 'counted' }>['count']): void {
  if (name === 'analysisEnded') metrics.analysisEnded(...args);
  else if (name === 'cloudCalled') metrics.cloudCalled(...args);
  else if (name === 'readEnded') metrics.readEnded(...args);
  else if (name === 'summaryMade') metrics.summaryMade(...args);
  else metrics.readThrottled();
}
