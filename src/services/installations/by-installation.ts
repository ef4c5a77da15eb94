import { AppError } from '../../base/errors.ts';
import { getOrganizationByInstallation } from '../../store/queries/organizations.ts';
import type { WithApps } from '../codehosts/port.ts';
import { requireScope, type Ctx } from '../base/context.ts';
import { presentOrganization, type Organization } from '../access/organization.ts';
import { meetInstallation } from './first-contact.ts';

/**
 * The organization that an installation of the code host's App belongs to. One that no delivery told of is asked for at the code
 * host. 404 for another organization's.
 */
export async function getByInstallation(ctx: Ctx & WithApps, input: { id: number }): Promise<Organization> {
  requireScope(ctx, 'read');
  let row = await getOrganizationByInstallation(ctx.store.db, input.id);
  if (!row) {
    await meetInstallation(ctx, input.id);
    row = await getOrganizationByInstallation(ctx.store.db, input.id);
  }
  const mine = ctx.principal.kind === 'operator' || ctx.principal.org_id === row?.id;
  if (!row || !mine) throw new AppError('not_found', 'No organization with this installation.');
  return presentOrganization(row);
}
