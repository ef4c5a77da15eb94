import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { CALL_FIGURES, SEVERITIES, type CallFigures, type Finding } from '../../engine/model/analysis.ts';
import type { Bucket } from '../../limits/types.ts';
import { registerProcessMetrics } from './process-metrics.ts';

/** The number of messages in each queue, by state. */
export type QueueDepths = Record<string, { waiting: number; active: number; failed: number }>;

/** The metrics of one process. */
export type Metrics = ReturnType<typeof createMetrics>;

/** From the duration of a probe to the longest that a cloud may need. */
const REQUEST_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const ANALYSIS_BUCKETS = [1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1800, 3600];

function createCounters(registry: Registry) {
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers });
  return {
    requests: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Requests by method, template of the route and status: from the first byte read to the last one written',
      labelNames: ['method', 'route', 'status'],
      buckets: REQUEST_BUCKETS,
      registers,
    }),
    unreadable: counter(
      'plumbline_http_unreadable_requests_total',
      'Answers to what was not HTTP enough to become a request, by status',
      'status',
    ),
    limits: counter(
      'plumbline_limit_decisions_total',
      'Decisions of the rate limits, by kind of bucket and outcome (admitted, refused)',
      'bucket',
      'outcome',
    ),
    degraded: gauge('plumbline_limiter_degraded', '1 while Redis is away and this instance counts limits alone'),
    analyses: new Histogram({
      name: 'plumbline_analysis_duration_seconds',
      help: 'Analyses that this process ended, by status',
      labelNames: ['status'],
      buckets: ANALYSIS_BUCKETS,
      registers,
    }),
    findings: counter(
      'plumbline_findings_total',
      'Findings of the analyses that this process ended, by severity and kind',
      'severity',
      'kind',
    ),
    providers: gauge('plumbline_provider_processes', 'Provider processes that run'),
    launches: counter('plumbline_provider_launches_total', 'Provider processes that were launched'),
    ends: counter(
      'plumbline_provider_ends_total',
      'Provider processes that ended: stopped, crashed, or killed for their memory, processes, output, silence (hang) or a closed connection',
      'cause',
    ),
    memory: gauge('plumbline_provider_memory_bytes', 'Resident memory of all provider processes (Linux)'),
    reads: counter(
      'plumbline_reads_total',
      'Reads of instances by outcome: read, deleted, suspect, or the reason why they failed',
      'outcome',
    ),
    throttles: counter(
      'plumbline_read_throttles_total',
      'Times that a cloud throttled a read, whatever became of it afterwards',
    ),
    calls: counter(
      'plumbline_cloud_calls_total',
      'What became of calls at clouds that went to the gateway: calls were sent (further tries count), of those throttled and failed; saved needed no call of their own; refused were not let through',
      'what',
    ),
    embeddings: counter(
      'plumbline_embeddings_requests_total',
      'Requests to the embeddings service by outcome: ok, or why they failed',
      'outcome',
    ),
    summaries: counter(
      'plumbline_summaries_total',
      'Summaries that a model was to write, by outcome: model, cached, or why rules made them: rejected (it said what the findings do not say), or what the server did',
      'outcome',
    ),
    notifications: counter(
      'plumbline_notification_tries_total',
      'Tries to send messages to webhooks of organizations, by outcome: delivered, or why they failed',
      'outcome',
    ),
    unembedded: gauge(
      'plumbline_embeddings_waiting',
      'Incidents that wait for their vector, by model (built_in, remote), as of the last count, at most some seconds ago',
      'model',
    ),
    build: gauge('plumbline_build_info', 'Always 1; the label says which version runs', 'version'),
  };
}

/** Creates series at zero from the start, so that a rate over them has a beginning. */
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

type RequestSeen = { method: string; route: string; status: number; seconds: number };
type AnalysisEnd = {
  status: string;
  seconds: number;
  findings: readonly (Pick<Finding, 'severity' | 'kind'> & { count: number })[];
};

/** The metrics of one process, in a registry of their own. Call `close` at the end. */
export function createMetrics({ version }: { version: string }) {
  const registry = new Registry();
  const counters = createCounters(registry);
  begin(counters);
  counters.build.set({ version }, 1);
  const memory = new Map<number, number>();
  const watch = registerProcessMetrics(registry);

  return {
    /** `route` has to be a template: with values of callers there would be any number of series. */
    requestAnswered: ({ seconds, ...labels }: RequestSeen) => counters.requests.observe(labels, seconds),
    /** A response to bytes that could not be parsed as a request. */
    requestUnreadable: (status: number) => counters.unreadable.inc({ status }),
    limitDecided: (bucket: Bucket['name'], outcome: 'admitted' | 'refused') => counters.limits.inc({ bucket, outcome }),
    limiterDegraded: (degraded: boolean) => counters.degraded.set(degraded ? 1 : 0),
    analysisEnded({ status, seconds, findings }: AnalysisEnd) {
      counters.analyses.observe({ status }, seconds);
      for (const { severity, kind, count } of findings) counters.findings.inc({ severity, kind }, count);
    },
    providerLaunched() {
      counters.launches.inc();
      counters.providers.inc();
    },
    /** `cause`: stopped, crashed, or the reason why it was killed. */
    providerEnded(cause: string) {
      counters.ends.inc({ cause });
      counters.providers.dec();
    },
    /** The memory of one provider's processes; 0 when they have ended. */
    providerMemory(pid: number, bytes: number) {
      if (bytes === 0) memory.delete(pid);
      else memory.set(pid, bytes);
      counters.memory.set(memory.values().reduce((sum, one) => sum + one, 0));
    },
    /** The outcome of reading an instance: its status, or the reason of the failure. */
    readEnded: ({ status, reason }: { status: string; reason?: string }) =>
      counters.reads.inc({ outcome: reason ?? status }),
    readThrottled: () => counters.throttles.inc(),
    /** Calls at the gateway by outcome. */
    cloudCalled: (what: keyof CallFigures, times: number) => counters.calls.inc({ what }, times),
    /** The outcome of a request to the embeddings service: `ok`, or the reason of the failure. */
    embeddingsRequested: (outcome: string) => counters.embeddings.inc({ outcome }),
    /** A summary: written by the model (`model`), reused (`cached`), or the reason why rules wrote it. */
    summaryMade: (outcome: string) => counters.summaries.inc({ outcome }),
    /** The number of incidents without a vector of this model. */
    embeddingsWaiting: (model: 'built_in' | 'remote', count: number) => counters.unembedded.set({ model }, count),
    /** A try to send a message to an organization's webhook: `delivered`, or the reason of the failure. */
    notificationTried: (outcome: string) => counters.notifications.inc({ outcome }),
    figures: () => watch.figures(),
    /**
     * All metrics in Prometheus's text format; without `depths` the queue's metric has no values. Each call uses a
     * registry of its own, so that concurrent calls do not see each other's partial values.
     */
    text: (depths: QueueDepths | undefined) => Registry.merge([registry, depthRegistry(depths)]).metrics(),
    /** A description of every metric, for the documentation. */
    catalogue: () => describe(Registry.merge([registry, depthRegistry(undefined)])),
    /** Stops watching the process. */
    close: () => watch.close(),
  };
}

function depthRegistry(depths: QueueDepths = {}): Registry {
  const registry = new Registry();
  const gauge = new Gauge({
    name: 'plumbline_queue_jobs',
    help: 'Jobs that wait, run, and were given up',
    labelNames: ['queue', 'state'],
    registers: [registry],
  });
  for (const [queue, states] of Object.entries(depths))
    for (const [state, count] of Object.entries(states)) gauge.set({ queue, state }, count);
  return registry;
}

function describe(registry: Registry): { name: string; type: string; help: string; labels: string[] }[] {
  type Described = { name: string; help: string; type: string; labelNames: string[] };
  return (registry.getMetricsAsArray() as unknown as Described[]).map(({ labelNames, ...rest }) => ({
    name: rest.name,
    type: rest.type,
    help: rest.help,
    labels: labelNames.filter((label) => label !== 'le'),
  }));
}
