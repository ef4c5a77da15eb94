import { AppError } from '../../base/errors.ts';
import { requireScope, type Ctx } from '../context.ts';
import { fetchOrganization } from '../organizations/fetch.ts';
import { mappingOf } from '../state-mapping/mapping.ts';
import { evidenceOf } from './needed.ts';
import type { Verification } from './port.ts';
import { fetchCloud, usableSettings } from './settings.ts';

/**
 * Tests the configured role for real. A key speaks for its own organization; the operator has to name one.
 * 409 when nothing is configured.
 */
export async function verifyCloud(ctx: Ctx, input: { cloud: string; org_id?: string }): Promise<Verification> {
  const cloud = fetchCloud(ctx, input.cloud);
  const orgId = input.org_id ?? (ctx.principal.kind === 'key' ? ctx.principal.org_id : undefined);
  if (orgId === undefined)
    throw new AppError('invalid_input', 'The operator key belongs to no organization: name one with ?org_id=.', {
      fields: [{ path: '/org_id', message: 'is required with the operator key' }],
    });
  const { id } = await fetchOrganization(ctx, orgId);
  requireScope(ctx, 'read');
  const settings = await usableSettings(ctx, id, cloud);
  const { needed } = await evidenceOf(ctx.store.db, { org_id: id });
  const { lockTables } = await mappingOf(ctx.store.db, { org_id: id });
  return cloud.verify(settings, { needed, lockTables });
}
