import { AppError } from '../../base/errors.ts';
import { getCloudConfig, noteVerified } from '../../store/queries/cloud-configs.ts';
import { ownOrganization, requireScope, type Ctx } from '../base/context.ts';
import { fetchOrganization } from '../access/organization.ts';
import { mappingOf } from '../ownership/mapping.ts';
import type { WithClouds, Verification } from './port.ts';
import { evidenceOf } from './needed.ts';
import { fetchCloud, usableSettings } from './settings.ts';

/**
 * Tests the configured role for real, and notes that it works where it does. A key speaks for its own organization; the operator has to name one.
 * 409 when nothing is configured.
 */
export async function verifyCloud(
  ctx: Ctx & WithClouds,
  input: { cloud: string; org_id?: string },
): Promise<Verification> {
  const cloud = fetchCloud(ctx, input.cloud);
  const orgId = input.org_id ?? ownOrganization(ctx);
  if (orgId === undefined)
    throw new AppError('invalid_input', 'The operator key belongs to no organization: name one with ?org_id=.', {
      fields: [{ path: '/org_id', message: 'is required with the operator key' }],
    });
  const { id } = await fetchOrganization(ctx, orgId);
  requireScope(ctx, 'read');
  const { db } = ctx.store;
  const settings = await usableSettings(ctx, id, cloud);
  const tried = await getCloudConfig(db, id, cloud.name);
  const { needed } = await evidenceOf(db, { org_id: id });
  const { lockTables } = await mappingOf(db, { org_id: id });
  const verification = await cloud.verify(settings, { needed, lockTables });
  if (verification.ok && tried) await noteVerified(db, { org_id: id }, tried, new Date());
  return verification;
}
