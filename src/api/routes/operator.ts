import { Type } from 'typebox';
import { operationsOf } from '../http/operations.ts';
import type { ApiOptions, App } from '../http/types.ts';
import { NearQuota } from './quotas.ts';
import { Nullable, oneOf, Time, text, Count, count, Named, About, described } from '../schemas/common.ts';
import { instanceStatus } from '../../services/operator/status.ts';

const counted = {
  count: count('At most 1,000', 0),
  more: Type.Boolean({ description: 'There are more than were counted', examples: [false] }),
};

const QueueStanding = Named('QueueStanding', {
  name: Type.String({ examples: ['analysis'] }),
  waiting: Count,
  active: Count,
  failed: count('Given up within the last 30 days'),
  waiting_since: Nullable(described(Time, 'Of the longest waiting job that is due')),
});

const FailedMessage = Named('FailedMessage', {
  id: Type.String({ examples: ['msg_0V3mKq8ZxYbD2nR5tW7uAe'] }),
  org_id: Type.String(),
  login: Type.String(),
  hook_id: Type.String({ examples: ['hook_0V3mKq8ZxYbD2nR5tW7uAe'] }),
  url_hint: Type.String({ examples: ['https://hooks.example.com/…xyz'] }),
  event: Type.String({ examples: ['drift.detected'] }),
  error: Nullable(
    Type.Object({
      code: Type.String({ examples: ['timeout'] }),
      detail: Type.String({ examples: ['It did not answer in time.'] }),
    }),
  ),
  created_at: Time,
});

const ProviderStanding = Named('ProviderStanding', {
  source: Type.String({ examples: ['registry.terraform.io/hashicorp/aws'] }),
  version: Type.String({ examples: ['6.14.1'] }),
  processes: count('That run now'),
  memory_bytes: count('Their memory together; 0 where it is unknown'),
  launches: Count,
  lost: count('Processes that did not end of our will'),
  last_lost: Nullable(text('Why the last of them ended', 'memory')),
  last_launched_at: Time,
});

const perMinute = (description: string, example: number) =>
  Type.Integer({ minimum: 1, description, examples: [example] });

export const InstanceStatus = Named('InstanceStatus', {
  version: Type.String(),
  uptime: Type.Number({ description: 'Seconds since this process started' }),
  database: Type.Object({
    kind: oneOf(['postgres', 'embedded']),
    ok: Type.Boolean({ description: 'It answered in time; without it, some values here are null' }),
    row_security: Nullable(
      Type.Boolean({ description: 'The database itself keeps organizations apart, by row-level security' }),
    ),
  }),
  organizations: Nullable(Count),
  quotas: Nullable(
    Type.Array(NearQuota, {
      description: 'Organizations that have 80 % or more of what they may have, the fullest first, at most 50',
    }),
  ),
  queues: Nullable(Type.Array(QueueStanding, { description: 'Jobs of all processes' })),
  dead_deliveries: Nullable(Type.Object(counted, { description: 'Deliveries of code hosts that failed for good' })),
  failed_messages: Nullable(
    About('Messages to webhooks of organizations that failed for good', {
      ...counted,
      latest: Type.Array(FailedMessage, { description: 'At most 20, the latest first' }),
    }),
  ),
  sandbox: About('How well this process confines providers', {
    level: oneOf(['full', 'partial', 'none', 'off']),
    missing: Type.Array(Type.String(), {
      description: 'Protections that are missing',
      examples: [['Files are not protected: the kernel has no Landlock.']],
    }),
  }),
  providers: Type.Array(ProviderStanding, { description: 'That this process has run, the latest first' }),
  limits: About('Requests per minute', {
    key: perMinute('Of a key, and of an address without one', 120),
    org: perMinute('Of all keys of an organization', 600),
    recall_key: perMinute('Recalls of a key', 60),
    recall_org: perMinute('Recalls of all keys of an organization', 300),
    counted_in: oneOf(['memory', 'redis']),
    degraded: Type.Boolean({ description: 'Redis is away: this process counts alone' }),
  }),
  settings: Type.Array(
    Named('InstanceSetting', {
      name: Type.String({ examples: ['PLUMBLINE_WORKERS'] }),
      value: Nullable(Type.String({ examples: ['2'] })),
      is_default: Type.Boolean(),
      help: Type.String({ examples: ['How many analyses this process runs at once.'] }),
    }),
    { description: 'Of this process, as far as they are limits of what it does; no secrets' },
  ),
});

/** Operators also use this while the database is unavailable, so it must not wait for it. */
const DATABASE_DEADLINE_MS = 1000;

/** The instance's status, with facts that only this process knows. */
export function operatorRoutes(app: App, { limits, limiter, metrics, version, instance }: ApiOptions): void {
  const { route } = operationsOf(app, 'operator');

  route('getInstanceStatus', 'GET /api/v1/operator/status', 'operator', {
    summary: 'Status of this instance: queues, failed deliveries, providers, limits',
    success: { 200: InstanceStatus },
    call: async (ctx) => {
      const [standing, counting, sandbox] = await Promise.all([
        instanceStatus(ctx, { deadlineMs: DATABASE_DEADLINE_MS }),
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
  });
}
