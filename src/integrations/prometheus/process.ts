import { constants, monitorEventLoopDelay, PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

/** V8's kinds of garbage collection. */
export const GC_KINDS = ['minor', 'minor_mark_sweep', 'major', 'incremental', 'weakcb'] as const;
export type GcKind = (typeof GC_KINDS)[number];

const KIND_OF = new Map<number, GcKind>([
  [constants.NODE_PERFORMANCE_GC_MINOR, 'minor'],
  // Node has this kind; its types do not yet.
  [2, 'minor_mark_sweep'],
  [constants.NODE_PERFORMANCE_GC_MAJOR, 'major'],
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL, 'incremental'],
  [constants.NODE_PERFORMANCE_GC_WEAKCB, 'weakcb'],
]);

/** Figures of this process: bytes, seconds since the start, and milliseconds. */
export type ProcessFigures = {
  uptime: number;
  pid: number;
  gc: Record<GcKind, { count: number; duration_ms: number }>;
  heap: { used: number; total: number; limit: number };
  rss: number;
  event_loop_delay: { mean: number; p50: number; p99: number; max: number };
};

export type ProcessWatch = { figures(): ProcessFigures; close(): void };

const RESOLUTION_MS = 10;
const HALF_WINDOW_MS = 30_000;

const rounded = (value: number) => Math.round(value * 1000) / 1000;

/**
 * The delay of the event loop over the last 30 to 60 seconds. Two histograms overlap and the older one is read, so that a
 * read resets nothing and concurrent readers see the same.
 */
function watchEventLoop() {
  const start = () => {
    const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
    histogram.enable();
    return histogram;
  };
  let [elder, younger] = [start(), start()];
  const timer = setInterval(() => {
    elder.reset();
    [elder, younger] = [younger, elder];
  }, HALF_WINDOW_MS).unref();
  // The histogram measures the time between two ticks of a timer; the excess over its period is the delay.
  const delay = (nanoseconds: number) =>
    elder.count === 0 ? 0 : rounded(Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS));
  return {
    delays: () => ({
      mean: delay(elder.mean),
      p50: delay(elder.percentile(50)),
      p99: delay(elder.percentile(99)),
      max: delay(elder.max),
    }),
    close() {
      clearInterval(timer);
      elder.disable();
      younger.disable();
    },
  };
}

/**
 * Watches this process until `close`.
 * @param onGc called after every garbage collection
 */
export function watchProcess(onGc: (kind: GcKind, milliseconds: number) => void): ProcessWatch {
  const eventLoop = watchEventLoop();
  const collections = new Map(GC_KINDS.map((kind) => [kind, { count: 0, duration_ms: 0 }]));
  const note = (entry: PerformanceEntry & { detail?: unknown }) => {
    const kind = KIND_OF.get((entry.detail as { kind: number }).kind);
    const of = kind && collections.get(kind);
    if (!of) return;
    of.count += 1;
    of.duration_ms += entry.duration;
    onGc(kind, entry.duration);
  };
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) note(entry);
  });
  observer.observe({ entryTypes: ['gc'] });
  return {
    figures() {
      const { rss, heapUsed: used, heapTotal: total } = process.memoryUsage();
      const gc = Object.fromEntries(
        [...collections].map(([kind, of]) => [kind, { count: of.count, duration_ms: rounded(of.duration_ms) }]),
      ) as ProcessFigures['gc'];
      return {
        uptime: rounded(process.uptime()),
        pid: process.pid,
        gc,
        heap: { used, total, limit: getHeapStatistics().heap_size_limit },
        rss,
        event_loop_delay: eventLoop.delays(),
      };
    },
    close() {
      observer.disconnect();
      eventLoop.close();
    },
  };
}
