import { Type } from 'typebox';
import { unmeteredErrors } from '../../schemas/common.ts';
import type { ApiOptions, App } from '../../http/types.ts';

const Health = Type.Object(
  {
    status: Type.Literal('ok'),
    uptime: Type.Number({ description: 'Seconds since the start', examples: [86_400.5] }),
    version: Type.String(),
  },
  { title: 'Health' },
);

/** GET /health: the process answers. Touches nothing else, so that a database that is away restarts no process. */
export function healthRoute(app: App, { version }: ApiOptions): void {
  app.get(
    '/api/v1/health',
    {
      config: { access: 'public', limits: 'exempt' },
      schema: {
        operationId: 'getHealth',
        summary: 'Liveness',
        tags: ['probes'],
        response: { 200: Health, ...unmeteredErrors() },
      },
    },
    () => ({ status: 'ok' as const, uptime: Math.round(process.uptime() * 1000) / 1000, version }),
  );
}
