import { instanceStanding } from '../../../services/operator/status.ts';
import { errors } from '../../schemas/common.ts';
import { InstanceStatus } from '../../schemas/operator.ts';
import type { ApiOptions, App } from '../../http/types.ts';

/** An operator looks here when the database is away, too, and must not wait for it. */
const DEADLINE_MS = 1000;

/** GET /operator/status: how the instance stands, with what this process alone knows. */
export function getInstanceStatusRoute(app: App, options: ApiOptions): void {
  const { limits, limiter, metrics, version, instance } = options;
  app.get(
    '/api/v1/operator/status',
    {
      config: { access: 'operator' },
      schema: {
        operationId: 'getInstanceStatus',
        summary: 'How this instance stands: queues, what was given up, providers, limits',
        tags: ['operator'],
        response: { 200: InstanceStatus, ...errors(401, 403) },
      },
    },
    async (request) => {
      const [standing, counting, sandbox] = await Promise.all([
        instanceStanding(request.ctx, { deadlineMs: DEADLINE_MS }),
        limiter.check(),
        instance?.sandbox(),
      ]);
      return {
        version,
        uptime: metrics.figures().uptime,
        ...standing,
        sandbox: sandbox
          ? { level: sandbox.level, missing: [...sandbox.missing] }
          : { level: 'none' as const, missing: [] },
        providers: instance?.providers() ?? [],
        limits: {
          key: limits.key,
          org: limits.org,
          recall_key: limits.recallKey,
          recall_org: limits.recallOrg,
          counted_in: counting.kind,
          degraded: counting.status === 'degraded',
        },
        settings: [...(instance?.settings ?? [])],
      };
    },
  );
}
