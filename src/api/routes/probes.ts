import { setTimeout as sleep } from 'node:timers/promises';
import { type Static, Type } from 'typebox';
import { operationsOf } from '../http/operations.ts';
import type { ApiOptions, App, Phase } from '../http/types.ts';
import { oneOf, Named, About } from '../schemas/common.ts';
import type { Services } from '../../services/services.ts';

const Health = Named('Health', {
  status: Type.Literal('ok'),
  uptime: Type.Number({ description: 'Seconds since the start', examples: [86_400.5] }),
  version: Type.String(),
});

/** Well below the 5 s that callers are promised. */
const DEADLINE_MS = 3000;
const SANDBOX_MS = 200;

const checks = Type.Object({
  database: Type.Object({
    status: Type.String({ examples: ['ok'] }),
    kind: Type.String({ examples: ['postgres'] }),
    latency_ms: Type.Optional(Type.Number({ examples: [0.42] })),
  }),
  cache: Type.Object({ status: Type.String({ examples: ['ok'] }), kind: Type.String({ examples: ['redis'] }) }),
  sandbox: Type.Optional(
    About('How well providers are confined; nothing waits for it', {
      level: oneOf(['full', 'partial', 'none', 'off']),
    }),
  ),
});
const Ready = Named('Ready', { status: Type.Literal('ready'), checks });
const Degraded = Named('Degraded', 'It starts or stops, or something that it needs is away', {
  detail: Type.String({ examples: ['The database does not answer.'] }),
  status: Type.Literal(503),
  code: Type.Literal('unavailable'),
  request_id: Type.String(),
  checks,
});

type Checks = Static<typeof checks>;

const UNREADY: Record<Phase, string | undefined> = {
  starting: 'This instance is being started.',
  serving: undefined,
  stopping: 'This instance is being stopped.',
};

/** Absent until the level is determined. */
async function checkSandbox(instance: ApiOptions['instance']): Promise<Pick<Checks, 'sandbox'>> {
  const level = await Promise.race([instance?.sandbox().then((sandbox) => sandbox.level), sleep(SANDBOX_MS)]);
  return level === undefined ? {} : { sandbox: { level } };
}

async function checkDatabase({ store }: Services): Promise<Checks['database']> {
  return store.ping(DEADLINE_MS).then(
    (ms) => ({ status: 'ok', kind: store.kind, latency_ms: Math.round(ms * 100) / 100 }),
    () => ({ status: 'unavailable', kind: store.kind }),
  );
}

function whatIsWrong({ database, cache }: Checks): string | undefined {
  if (database.status !== 'ok') return 'The database does not answer.';
  if (cache.status !== 'ok')
    return 'Redis does not answer; requests are served, and this instance counts limits alone.';
  return undefined;
}

const Document = Type.Unsafe<object>({
  type: 'object',
  additionalProperties: true,
  description: 'An OpenAPI 3.1 document',
});

/** Liveness and readiness. */
export function probeRoutes(app: App, { services, version, limiter, http, instance }: ApiOptions): void {
  const { route } = operationsOf(app, 'probes');

  // Uses nothing else, so that an unavailable database does not restart the process.
  route('getHealth', 'GET /api/v1/health', 'public', {
    limits: 'exempt',
    summary: 'Liveness',
    success: { 200: Health },
    call: () => ({ status: 'ok' as const, uptime: Math.round(process.uptime() * 1000) / 1000, version }),
  });
  // 503 when the database or Redis does not answer in time, until all work has begun, and after the stop signal.
  route('getReady', 'GET /api/v1/ready', 'public', {
    limits: 'exempt',
    summary: 'Readiness',
    success: { 200: Ready, 503: Degraded },
    call: async (_ctx, _input, { request, reply }) => {
      const [database, cache, sandbox] = await Promise.all([
        checkDatabase(services),
        limiter.check(),
        checkSandbox(instance),
      ]);
      const checks = { database, cache, ...sandbox };
      const detail = UNREADY[http?.phase?.() ?? 'serving'] ?? whatIsWrong(checks);
      if (detail === undefined) return { status: 'ready' as const, checks };
      void reply.code(503).header('Retry-After', '5');
      return { detail, status: 503 as const, code: 'unavailable' as const, request_id: request.id, checks };
    },
  });
  route('getOpenapi', 'GET /api/v1/openapi.json', 'public', {
    summary: 'The machine-readable specification',
    success: { 200: Document },
    call: () => app.swagger(),
  });
}
