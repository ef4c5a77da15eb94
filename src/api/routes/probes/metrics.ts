import { Type } from 'typebox';
import { queueDepths } from '../../../services/metrics/queue-depths.ts';
import { negotiate } from '../../http/negotiate.ts';
import { toOpenMetrics } from '../../http/open-metrics.ts';
import { errors } from '../../schemas/common.ts';
import { Metrics } from '../../schemas/metrics.ts';
import type { ApiOptions, App } from '../../http/types.ts';

/** Metrics are there to see a database that is away, and must not wait for it. */
const DEADLINE_MS = 1000;

const OFFERS = ['application/json', 'text/plain', 'application/openmetrics-text'] as const;
const PROMETHEUS = 'text/plain; version=0.0.4; charset=utf-8';
const OPEN_METRICS = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

const text = Type.String({ description: 'Prometheus’ text format; docs/metrics.md lists the metrics' });

/** GET /metrics: how this process is, in JSON, or for Prometheus when `Accept` asks for it. */
export function metricsRoute(app: App, { services, metrics, version }: ApiOptions): void {
  app.get(
    '/api/v1/metrics',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getMetrics',
        summary: 'Metrics of this instance',
        description:
          'JSON, or Prometheus’ text format or OpenMetrics when `Accept` asks for it. They are about the instance as a whole and name no organization.',
        tags: ['probes'],
        response: {
          200: {
            description: 'How this process is; `queue` is null when the database does not say in time',
            content: {
              'application/json': { schema: Metrics },
              'text/plain': { schema: text },
              'application/openmetrics-text': { schema: text },
            },
          },
          ...errors(401, 403),
        },
      },
    },
    async (request, reply) => {
      const depths = await queueDepths(services, DEADLINE_MS);
      void reply.header('Vary', 'Accept, Origin');
      switch (negotiate(request.headers.accept, OFFERS)) {
        case 'application/json':
          return { ...metrics.figures(), version, queue: depths ?? null };
        case 'text/plain':
          return reply.type(PROMETHEUS).send(await metrics.text(depths));
        case 'application/openmetrics-text':
          return reply.type(OPEN_METRICS).send(toOpenMetrics(await metrics.text(depths)));
      }
    },
  );
}
