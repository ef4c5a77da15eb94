import { readdirSync } from 'node:fs';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { GC_KINDS, watchProcess, type ProcessFigures, type ProcessWatch } from './process.ts';

/** The open file descriptors on Linux; elsewhere the metric has no value. */
const FILE_DESCRIPTORS = '/proc/self/fd';

const openFiles = () => {
  try {
    return readdirSync(FILE_DESCRIPTORS).length;
  } catch {
    return undefined;
  }
};

const memory = () => process.memoryUsage();
const cpuSeconds = (...of: ('user' | 'system')[]) => of.reduce((sum, one) => sum + process.cpuUsage()[one] / 1e6, 0);

type Reading = [name: string, help: string, value: () => number | undefined];

const GAUGES: Reading[] = [
  ['nodejs_heap_size_used_bytes', 'Heap in use', () => memory().heapUsed],
  ['nodejs_heap_size_total_bytes', 'Heap that was reserved', () => memory().heapTotal],
  ['nodejs_external_memory_bytes', 'Memory of objects outside the heap', () => memory().external],
  ['process_resident_memory_bytes', 'Resident memory', () => process.memoryUsage.rss()],
  [
    'process_start_time_seconds',
    'When the process started, in seconds of the epoch',
    () => performance.timeOrigin / 1000,
  ],
  ['process_open_fds', 'Open file descriptors (Linux)', openFiles],
];

const COUNTERS: [name: string, help: string, value: () => number][] = [
  ['process_cpu_user_seconds_total', 'CPU time in user code', () => cpuSeconds('user')],
  ['process_cpu_system_seconds_total', 'CPU time in the system', () => cpuSeconds('system')],
  ['process_cpu_seconds_total', 'CPU time', () => cpuSeconds('user', 'system')],
];

const LAGS = { mean: 'mean', p50: 'median', p99: '99th percentile', max: 'maximum' } as const;

const lagsOf = (figures: () => ProcessFigures) =>
  Object.entries(LAGS).map(([which, name]): Reading => [
    `nodejs_eventloop_lag_${which}_seconds`,
    `How late the event loop was in the last minute: ${name}`,
    () => figures().event_loop_delay[which as keyof typeof LAGS] / 1000,
  ]);

/** Registers the usual metrics of Node processes, with the names that dashboards for Node expect. */
export function registerProcessMetrics(registry: Registry): ProcessWatch {
  const collections = new Histogram({
    name: 'nodejs_gc_duration_seconds',
    help: 'Garbage collections by kind',
    labelNames: ['kind'],
    buckets: [0.001, 0.01, 0.1, 1],
    registers: [registry],
  });
  for (const kind of GC_KINDS) collections.zero({ kind });
  const watch = watchProcess((kind, ms) => collections.observe({ kind }, ms / 1000));
  const registers = [registry];
  for (const [name, help, value] of [...lagsOf(() => watch.figures()), ...GAUGES]) {
    const gauge = new Gauge({ name, help, registers, collect: () => update() });
    const update = () => {
      const now = value();
      if (now === undefined) gauge.remove();
      else gauge.set(now);
    };
  }
  for (const [name, help, value] of COUNTERS) {
    const counter = new Counter({ name, help, registers, collect: () => update() });
    const update = () => {
      counter.reset();
      counter.inc(value());
    };
  }
  return watch;
}
