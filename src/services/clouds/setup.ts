import { requireScope, type Ctx } from '../base/context.ts';
import { fetchOrganization } from '../access/organization.ts';
import { mappingOf } from '../ownership/mapping.ts';
import type { WithClouds, CloudSetup } from './port.ts';
import { cloudSettings, fetchCloud } from './settings.ts';

/** Everything to connect a cloud with: whom to trust, the policies, and templates that make the role. 404 for another organization's. */
export async function cloudSetup(ctx: Ctx & WithClouds, input: { org_id: string; cloud: string }): Promise<CloudSetup> {
  const cloud = fetchCloud(ctx, input.cloud);
  const { id: org_id } = await fetchOrganization(ctx, input.org_id);
  requireScope(ctx, 'read');
  const { lockTables } = await mappingOf(ctx.store.db, { org_id });
  return cloud.setup(await cloudSettings(ctx, org_id, cloud), lockTables);
}
