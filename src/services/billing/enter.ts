import { AppError } from '../../base/errors.ts';
import type { OrganizationRow } from '../../store/queries/organizations.ts';
import { ownOrganization, requireScope, type Ctx } from '../base/context.ts';
import { fetchOrganization } from '../access/organization.ts';
import type { WithBilling, Billing } from './port.ts';

/** 409 where this server has no payment provider. */
export function requireBilling({ billing }: WithBilling): Billing {
  if (billing) return billing;
  throw new AppError(
    'not_configured',
    'Billing is not configured on this server: its operator sets STRIPE_SECRET_KEY.',
  );
}

/**
 * Whose billing a call is about, and what with. A key speaks for its own organization; the operator has to name one
 * (422). 404, 403 and 409 as everywhere.
 */
export async function enterBilling(
  ctx: Ctx & WithBilling,
  input: { org_id?: string },
): Promise<{ organization: OrganizationRow; billing: Billing }> {
  const orgId = input.org_id ?? ownOrganization(ctx);
  if (orgId === undefined)
    throw new AppError('invalid_input', 'The operator key belongs to no organization: name one as org_id.', {
      fields: [{ path: '/org_id', message: 'is required with the operator key' }],
    });
  const organization = await fetchOrganization(ctx, orgId);
  requireScope(ctx, 'admin');
  return { organization, billing: requireBilling(ctx) };
}
