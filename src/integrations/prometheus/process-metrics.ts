import { readdirSync } from 'node:fs';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { GC_KINDS, watchProcess, type ProcessWatch } from './process.ts';

/** The open file descriptors on Linux; elsewhere the metric has no value. */
const FILE_DESCRIPTORS = '/proc/self/fd';

const openFiles = () => {
  try {
    return readdirSync(FILE_DESCRIPTORS).length;
  } catch {
    return undefined;
  }
};

/** A counter whose value another counts. */
function counted(registry: Registry, name: string, help: string, value: () => number): void {
  const counter = new Counter({
    name,
    help,
    registers: [registry],
    collect() {
      counter.reset();
      counter.inc(value());
    },
  });
}

function gauged(registry: Registry, name: string, help: string, value: () => number | undefined): void {
  const gauge = new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      const now = value();
      if (now === undefined) gauge.remove();
      else gauge.set(now);
    },
  });
}

/** Registers the usual metrics of Node processes, under the names that dashboards for Node know. */
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
  const delay = (which: 'mean' | 'p50' | 'p99' | 'max') => () => watch.figures().event_loop_delay[which] / 1000;
  const lag = (which: 'mean' | 'p50' | 'p99' | 'max', what: string) =>
    gauged(
      registry,
      `nodejs_eventloop_lag_${which}_seconds`,
      `How late the event loop was in the last minute: ${what}`,
      delay(which),
    );
  lag('mean', 'mean');
  lag('p50', 'median');
  lag('p99', '99th percentile');
  lag('max', 'maximum');
  gauged(registry, 'nodejs_heap_size_used_bytes', 'Heap in use', () => process.memoryUsage().heapUsed);
  gauged(registry, 'nodejs_heap_size_total_bytes', 'Heap that was reserved', () => process.memoryUsage().heapTotal);
  gauged(
    registry,
    'nodejs_external_memory_bytes',
    'Memory of objects outside the heap',
    () => process.memoryUsage().external,
  );
  gauged(registry, 'process_resident_memory_bytes', 'Resident memory', () => process.memoryUsage.rss());
  gauged(
    registry,
    'process_start_time_seconds',
    'When the process started, in seconds of the epoch',
    () => performance.timeOrigin / 1000,
  );
  gauged(registry, 'process_open_fds', 'Open file descriptors (Linux)', openFiles);
  const cpu = (of: 'user' | 'system') => process.cpuUsage()[of] / 1e6;
  counted(registry, 'process_cpu_user_seconds_total', 'CPU time in user code', () => cpu('user'));
  counted(registry, 'process_cpu_system_seconds_total', 'CPU time in the system', () => cpu('system'));
  counted(registry, 'process_cpu_seconds_total', 'CPU time', () => cpu('user') + cpu('system'));
  return watch;
}
