import { Type } from 'typebox';
import { errors } from '../../schemas/common.ts';
import type { ApiOptions, App } from '../../types.ts';

/** Well below the 5 s that a caller is promised. */
const DEADLINE_MS = 3000;

const checks = Type.Object({
  database: Type.Object({ status: Type.String(), kind: Type.String(), latency_ms: Type.Optional(Type.Number()) }),
  cache: Type.Object({ status: Type.String(), kind: Type.String() }),
});
const Ready = Type.Object({ status: Type.Literal('ready'), checks });
const Degraded = Type.Object({ detail: Type.String(), status: Type.Literal(503), checks });

/** GET /ready: can it do its work? 503 with the checks when the database does not answer in time. */
export function readyRoute(app: App, { services }: ApiOptions): void {
  app.get(
    '/api/v1/ready',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'getReady',
        summary: 'Readiness',
        tags: ['probes'],
        response: { 200: Ready, ...errors(), 503: Degraded },
      },
    },
    async (_request, reply) => {
      const { store } = services;
      const cache = { status: 'ok', kind: 'memory' };
      try {
        const latency = Math.round((await store.ping(DEADLINE_MS)) * 100) / 100;
        return {
          status: 'ready' as const,
          checks: { database: { status: 'ok', kind: store.kind, latency_ms: latency }, cache },
        };
      } catch {
        const database = { status: 'unavailable', kind: store.kind };
        void reply.code(503).header('Retry-After', '5');
        return { detail: 'The database does not answer.', status: 503 as const, checks: { database, cache } };
      }
    },
  );
}
