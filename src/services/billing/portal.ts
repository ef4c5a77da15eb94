import { AppError } from '../../base/errors.ts';
import type { Ctx } from '../base/context.ts';
import type { WithBilling } from './port.ts';
import { enterBilling } from './enter.ts';
import { redirectUrl } from './redirect.ts';

/**
 * The address of the payment provider's page where an organization sees its invoices and changes or cancels its
 * subscription. 409 where it is no customer yet or billing is not configured, 422 for an address elsewhere to lead back to.
 */
export async function openPortal(
  ctx: Ctx & WithBilling,
  input: { org_id?: string; return_url?: string },
): Promise<{ url: string }> {
  const { organization, billing } = await enterBilling(ctx, input);
  const { provider, publicUrl } = billing;
  const back = redirectUrl(publicUrl, { name: 'return_url', value: input.return_url, fallback: '' });
  const customer = organization.customer_id;
  const url = customer === null ? undefined : await provider.createPortal(customer, back);
  if (url !== undefined) return { url };
  throw new AppError('conflict', 'This organization is no customer yet: begin with POST /api/v1/billing/checkout.');
}
