import { Type } from 'typebox';
import { negotiate } from '../http/negotiate.ts';
import { operationsOf } from '../http/operations.ts';
import type { ApiOptions, App } from '../http/types.ts';
import { Nullable, Count, count, About, Named } from '../schemas/common.ts';
import { queueDepths } from '../../services/operator/status.ts';

const Bytes = count('Bytes');
const Milliseconds = Type.Number({ minimum: 0, description: 'Milliseconds' });

const Collections = Type.Object({ count: Count, duration_ms: Milliseconds });

export const Metrics = Named('Metrics', {
  uptime: Type.Number({ description: 'Seconds since the start' }),
  version: Type.String(),
  pid: Type.Integer(),
  gc: Type.Record(Type.String(), Collections, {
    description: 'Garbage collections since the start, by kind: minor, minor_mark_sweep, major, incremental, weakcb',
  }),
  heap: Type.Object({ used: Bytes, total: Bytes, limit: Bytes }),
  rss: Bytes,
  event_loop_delay: About('How late the event loop was in the last minute', {
    mean: Milliseconds,
    p50: Milliseconds,
    p99: Milliseconds,
    max: Milliseconds,
  }),
  queue: Nullable(
    Type.Record(Type.String(), Type.Object({ waiting: Count, active: Count, failed: Count }), {
      description: 'Jobs of all instances, by queue',
    }),
  ),
});

/**
 * Converts Prometheus's text format to OpenMetrics: a counter's name lacks the `_total` of its samples, no line is
 * empty, and the last line marks the end.
 */
function toOpenMetrics(text: string): string {
  const lines = text.split('\n').filter((line) => line !== '');
  const counters = new Set(lines.flatMap((line) => /^# TYPE (\w+)_total counter$/.exec(line)?.[1] ?? []));
  const renamed = lines.map((line) =>
    line.replace(/^# (HELP|TYPE) (\w+)_total /, (whole, word: string, name: string) =>
      counters.has(name) ? `# ${word} ${name} ` : whole,
    ),
  );
  return `${renamed.join('\n')}\n# EOF\n`;
}

/** Metrics must also work while the database is unavailable, and must not wait for it. */
const DEADLINE_MS = 1000;

const OFFERS = ['application/json', 'text/plain', 'application/openmetrics-text'] as const;
const PROMETHEUS = 'text/plain; version=0.0.4; charset=utf-8';
const OPEN_METRICS = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

const text = Type.String({ description: 'Prometheus’ text format; docs/metrics.md lists the metrics' });

/** GET /metrics: the state of this process, as JSON, or for Prometheus when `Accept` requests it. */
export function metricsRoute(app: App, { services, metrics, version }: ApiOptions): void {
  operationsOf(app, 'probes').route('getMetrics', 'GET /api/v1/metrics', 'read', {
    summary: 'Metrics of this instance',
    description:
      'JSON, or Prometheus’ text format or OpenMetrics when `Accept` asks for it. They are about the instance as a whole and name no organization.',
    success: {
      200: {
        description: 'How this process is; `queue` is null when the database does not say in time',
        content: {
          'application/json': { schema: Metrics },
          'text/plain': { schema: text },
          'application/openmetrics-text': { schema: text },
        },
      },
    },
    call: async (_ctx, _input, { request, reply }) => {
      const depths = await queueDepths(services, DEADLINE_MS);
      void reply.header('Vary', 'Accept, Origin');
      switch (negotiate(request.headers.accept, OFFERS)) {
        case 'application/json':
          return { ...metrics.figures(), version, queue: depths ?? null };
        case 'text/plain':
          void reply.type(PROMETHEUS);
          return metrics.text(depths);
        case 'application/openmetrics-text':
          void reply.type(OPEN_METRICS);
          return toOpenMetrics(await metrics.text(depths));
      }
    },
  });
}
