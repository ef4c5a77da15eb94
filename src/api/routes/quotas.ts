import { Type } from 'typebox';
import { operationsOf } from '../http/operations.ts';
import type { App } from '../http/types.ts';
import { oneOf, OrNull, Named, NamedStrict } from '../schemas/common.ts';
import { getQuotas, updateQuotas } from '../../services/quotas/usage.ts';
import { QUOTA_RESOURCES } from '../../services/quotas/limits.ts';

const resource = oneOf(QUOTA_RESOURCES, 'bytes: of stored findings and verdicts');

export const QuotaStanding = Named('QuotaStanding', {
  resource,
  used: Type.Number({ minimum: 0, description: 'Of rows, not counted beyond the limit', examples: [83] }),
  limit: Type.Number({ minimum: 0, examples: [100_000] }),
  is_default: Type.Boolean({ description: 'The operator has set none for this organization', examples: [true] }),
});

const quota = (example: number) =>
  Type.Optional(OrNull(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, examples: [example] })));

export const QuotaPatch = NamedStrict('QuotaPatch', 'Absent fields stay unchanged; null restores the default', {
  keys: quota(1_000),
  incidents: quota(250_000),
  states: quota(10_000),
  bytes: quota(2 * 1024 ** 3),
});

export const NearQuota = Named('NearQuota', {
  org_id: Type.String(),
  login: Type.String({ examples: ['acme'] }),
  resource,
  used: Type.Number({ minimum: 0, examples: [95_000] }),
  limit: Type.Number({ minimum: 0, examples: [100_000] }),
});

export function quotaRoutes(app: App): void {
  const { route } = operationsOf(app, 'organizations');

  route('getQuotas', 'GET /api/v1/orgs/:org_id/quotas', 'read', {
    summary: 'Quotas of an organization, with their use',
    success: { 200: Type.Array(QuotaStanding) },
    call: getQuotas,
  });
  route('updateQuotas', 'PATCH /api/v1/orgs/:org_id/quotas', 'operator', {
    summary: 'Change the quotas of an organization',
    description: 'Existing data of the organization stays.',
    body: QuotaPatch,
    success: { 200: Type.Array(QuotaStanding) },
    call: updateQuotas,
  });
}
