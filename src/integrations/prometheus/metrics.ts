import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { CALL_FIGURES, SEVERITIES, type CallFigures, type Finding } from '../../engine/model/analysis.ts';
import type { Bucket } from '../../limits/types.ts';
import { registerProcessMetrics } from './process-metrics.ts';
import type { ProcessFigures } from './process.ts';

/** Messages of a queue by what becomes of them. */
export type QueueDepths = Record<string, { waiting: number; active: number; failed: number }>;

/** Everything that is counted and measured, of one process. */
export type Metrics = {
  /** `route` has to be a template: what callers choose would make as many series as they like. */
  requestAnswered(seen: { method: string; route: string; status: number; seconds: number }): void;
  /** Bytes that did not become a request were answered. */
  requestUnreadable(status: number): void;
  limitDecided(bucket: Bucket['name'], outcome: 'admitted' | 'refused'): void;
  limiterDegraded(degraded: boolean): void;
  analysisEnded(end: {
    status: string;
    seconds: number;
    findings: readonly (Pick<Finding, 'severity' | 'kind'> & { count: number })[];
  }): void;
  providerLaunched(): void;
  /** `cause`: stopped, crashed, or what it was killed for. */
  providerEnded(cause: string): void;
  /** The memory of the processes of one provider; 0 when they have ended. */
  providerMemory(pid: number, bytes: number): void;
  /** The outcome of a read of an instance: its status, or the reason why it failed. */
  readEnded(outcome: { status: string; reason?: string }): void;
  readThrottled(): void;
  /** Calls at the gateway by outcome. */
  cloudCalled(what: keyof CallFigures, times: number): void;
  /** One request to the embeddings service ended, well or for this reason. */
  embeddingsRequested(outcome: string): void;
  /** A summary was requested from a model: used (`model`), used again (`cached`), or why rules made it instead. */
  summaryMade(outcome: string): void;
  /** How many incidents wait for their vector of this model. */
  embeddingsWaiting(model: 'built_in' | 'remote', count: number): void;
  /** A try to send a message to an organization's webhook: `delivered`, or why it was not. */
  notificationTried(outcome: string): void;
  /** Figures of the process. */
  figures(): ProcessFigures;
  /** All of it in Prometheus' text format. Without `depths` the queue's metric has no values. */
  text(depths: QueueDepths | undefined): Promise<string>;
  /** Every metric there is, for the documentation. */
  catalogue(): { name: string; type: string; help: string; labels: string[] }[];
  /** Stops watching the process. */
  close(): void;
};

const QUEUE = {
  name: 'plumbline_queue_jobs',
  help: 'Jobs that wait, run, and were given up',
  labelNames: ['queue', 'state'],
} as const;
/** From what a probe takes to what the cloud may need. */
const REQUEST_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const ANALYSIS_BUCKETS = [1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1800, 3600];

function createCounters(registry: Registry) {
  const registers = [registry];
  return {
    requests: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Requests by method, template of the route and status: from the first byte read to the last one written',
      labelNames: ['method', 'route', 'status'],
      buckets: REQUEST_BUCKETS,
      registers,
    }),
    unreadable: new Counter({
      name: 'plumbline_http_unreadable_requests_total',
      help: 'Answers to what was not HTTP enough to become a request, by status',
      labelNames: ['status'],
      registers,
    }),
    limits: new Counter({
      name: 'plumbline_limit_decisions_total',
      help: 'Decisions of the rate limits, by kind of bucket and outcome (admitted, refused)',
      labelNames: ['bucket', 'outcome'],
      registers,
    }),
    degraded: new Gauge({
      name: 'plumbline_limiter_degraded',
      help: '1 while Redis is away and this instance counts limits alone',
      registers,
    }),
    analyses: new Histogram({
      name: 'plumbline_analysis_duration_seconds',
      help: 'Analyses that this process ended, by status',
      labelNames: ['status'],
      buckets: ANALYSIS_BUCKETS,
      registers,
    }),
    findings: new Counter({
      name: 'plumbline_findings_total',
      help: 'Findings of the analyses that this process ended, by severity and kind',
      labelNames: ['severity', 'kind'],
      registers,
    }),
    providers: new Gauge({ name: 'plumbline_provider_processes', help: 'Provider processes that run', registers }),
    launches: new Counter({
      name: 'plumbline_provider_launches_total',
      help: 'Provider processes that were launched',
      registers,
    }),
    ends: new Counter({
      name: 'plumbline_provider_ends_total',
      help: 'Provider processes that ended: stopped, crashed, or killed for their memory, processes, output, silence (hang) or a closed connection',
      labelNames: ['cause'],
      registers,
    }),
    memory: new Gauge({
      name: 'plumbline_provider_memory_bytes',
      help: 'Resident memory of all provider processes (Linux)',
      registers,
    }),
    reads: new Counter({
      name: 'plumbline_reads_total',
      help: 'Reads of instances by outcome: read, deleted, suspect, or the reason why they failed',
      labelNames: ['outcome'],
      registers,
    }),
    throttles: new Counter({
      name: 'plumbline_read_throttles_total',
      help: 'Times that a cloud throttled a read, whatever became of it afterwards',
      registers,
    }),
    calls: new Counter({
      name: 'plumbline_cloud_calls_total',
      help: 'What became of calls at clouds that went to the gateway: calls were sent (further tries count), of those throttled and failed; saved needed no call of their own; refused were not let through',
      labelNames: ['what'],
      registers,
    }),
    embeddings: new Counter({
      name: 'plumbline_embeddings_requests_total',
      help: 'Requests to the embeddings service by outcome: ok, or why they failed',
      labelNames: ['outcome'],
      registers,
    }),
    summaries: new Counter({
      name: 'plumbline_summaries_total',
      help: 'Summaries that a model was to write, by outcome: model, cached, or why rules made them: rejected (it said what the findings do not say), or what the server did',
      labelNames: ['outcome'],
      registers,
    }),
    notifications: new Counter({
      name: 'plumbline_notification_tries_total',
      help: 'Tries to send messages to webhooks of organizations, by outcome: delivered, or why they failed',
      labelNames: ['outcome'],
      registers,
    }),
    unembedded: new Gauge({
      name: 'plumbline_embeddings_waiting',
      help: 'Incidents that wait for their vector, by model (built_in, remote), as of the last count, at most some seconds ago',
      labelNames: ['model'],
      registers,
    }),
  };
}

/** Series that exist from the start, so that a rate over them has a zero to begin at. */
function begin({ analyses, findings, degraded, ends, reads, calls }: ReturnType<typeof createCounters>): void {
  for (const status of ['completed', 'partial', 'failed']) analyses.zero({ status });
  for (const severity of SEVERITIES.filter((one) => one !== 'none'))
    for (const kind of ['changed', 'deleted'] satisfies Finding['kind'][]) findings.inc({ severity, kind }, 0);
  degraded.set(0);
  for (const cause of ['stopped', 'crashed', 'memory']) ends.inc({ cause }, 0);
  for (const outcome of ['read', 'deleted', 'denied', 'throttled', 'timeout', 'provider_error'])
    reads.inc({ outcome }, 0);
  for (const what of CALL_FIGURES) calls.inc({ what }, 0);
}

/** The metrics of one process, in a registry of their own. `close` when they are not needed any more. */
export function createMetrics({ version }: { version: string }): Metrics {
  const registry = new Registry();
  const counters = createCounters(registry);
  begin(counters);
  const memory = new Map<number, number>();
  new Gauge({
    name: 'plumbline_build_info',
    help: 'Always 1; the label says which version runs',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version }, 1);
  const watch = registerProcessMetrics(registry);

  return {
    requestAnswered: ({ seconds, ...labels }) => counters.requests.observe(labels, seconds),
    requestUnreadable: (status) => counters.unreadable.inc({ status }),
    limitDecided: (bucket, outcome) => counters.limits.inc({ bucket, outcome }),
    limiterDegraded: (degraded) => counters.degraded.set(degraded ? 1 : 0),
    analysisEnded({ status, seconds, findings }) {
      counters.analyses.observe({ status }, seconds);
      for (const { severity, kind, count } of findings) counters.findings.inc({ severity, kind }, count);
    },
    providerLaunched() {
      counters.launches.inc();
      counters.providers.inc();
    },
    providerEnded(cause) {
      counters.ends.inc({ cause });
      counters.providers.dec();
    },
    providerMemory(pid, bytes) {
      if (bytes === 0) memory.delete(pid);
      else memory.set(pid, bytes);
      counters.memory.set(memory.values().reduce((sum, one) => sum + one, 0));
    },
    readEnded: ({ status, reason }) => counters.reads.inc({ outcome: reason ?? status }),
    readThrottled: () => counters.throttles.inc(),
    cloudCalled: (what, times) => counters.calls.inc({ what }, times),
    embeddingsRequested: (outcome) => counters.embeddings.inc({ outcome }),
    summaryMade: (outcome) => counters.summaries.inc({ outcome }),
    embeddingsWaiting: (model, count) => counters.unembedded.set({ model }, count),
    notificationTried: (outcome) => counters.notifications.inc({ outcome }),
    figures: () => watch.figures(),
    // A registry for each reading: two that read at the same time do not see each other's halves.
    text: (depths) => Registry.merge([registry, depthRegistry(depths)]).metrics(),
    catalogue: () => describe(Registry.merge([registry, depthRegistry(undefined)])),
    close: () => watch.close(),
  };
}

function depthRegistry(depths: QueueDepths = {}): Registry {
  const registry = new Registry();
  const gauge = new Gauge({ ...QUEUE, registers: [registry] });
  for (const [queue, states] of Object.entries(depths))
    for (const [state, count] of Object.entries(states)) gauge.set({ queue, state }, count);
  return registry;
}

function describe(registry: Registry): ReturnType<Metrics['catalogue']> {
  type Described = { name: string; help: string; type: string; labelNames: string[] };
  return (registry.getMetricsAsArray() as unknown as Described[]).map(({ labelNames, ...rest }) => ({
    name: rest.name,
    type: rest.type,
    help: rest.help,
    labels: labelNames.filter((label) => label !== 'le'),
  }));
}
