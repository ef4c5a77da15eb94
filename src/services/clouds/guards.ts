import { AppError } from '../../base/errors.ts';
import { hasOtherOrganizations } from '../../store/queries/organizations.ts';
import { holds, requireScope, type Ctx, type Principal } from '../base/context.ts';
import type { CloudPort, ExternalIdOverride } from './port.ts';

/**
 * Settings that determine whose cloud is read, with which permissions, and which data. Only the scope `admin` can
 * change them. A test requires that every setting is either here or known to be harmless, so that a new one is not
 * forgotten.
 */
export const ADMIN_FIELDS: readonly string[] = [
  'role_arn',
  'state_bucket',
  'state_key_arn',
  'account_role_arn',
  'accounts',
  'secret_values',
  'external_id_override',
];

/** Throws 403 if the caller may change some of these settings but not all; the message names the others. */
export function requireFieldScopes(ctx: Ctx, patch: object): void {
  requireScope(ctx, 'write');
  const named = Object.keys(patch).filter((field) => ADMIN_FIELDS.includes(field));
  if (named.length === 0 || holds(ctx.principal, 'admin')) return;
  const what = named.join(', ');
  throw new AppError(
    'forbidden',
    ctx.principal.kind === 'person'
      ? `Changing ${what} needs the scope "admin", which ${ctx.principal.login} does not have here: ask an owner of the organization.`
      : `Changing ${what} needs the scope "admin", which this key lacks; use a key that has it. Nothing was saved.`,
  );
}

function nameOf(principal: Principal): string {
  if (principal.kind === 'operator') return 'The operator';
  return principal.kind === 'person' ? principal.login : `The key ${principal.name}`;
}

/**
 * Creates the override for a stated reason. If there are other organizations, only the operator may do so: an
 * organization that could accept any role for itself could accept another organization's.
 */
export async function newOverride(
  ctx: Ctx,
  orgId: string,
  { reason }: { reason: string },
): Promise<ExternalIdOverride> {
  if (ctx.principal.kind !== 'operator' && (await hasOtherOrganizations(ctx.store.db, orgId)))
    throw new AppError(
      'forbidden',
      'There are other organizations on this server, whose role this might be: only the operator key may accept a role that can be assumed without the external id. Put the condition on sts:ExternalId into the trust policy of the role instead, or ask the operator.',
    );
  return { reason, by: nameOf(ctx.principal), at: new Date().toISOString() };
}

/**
 * Throws 409 for a role that can be assumed without the external id. A role that cannot be checked now is saved, and
 * checked before its use.
 */
export async function refuseExposed(cloud: CloudPort, roleArn: string): Promise<void> {
  const check = await cloud.checkRole(roleArn);
  if (check.result !== 'exposed') return;
  throw new AppError(
    'external_id_not_required',
    `${check.detail} Nothing was saved. To use it all the same, give a reason (external_id_override, "plumbline aws set --override-external-id").`,
  );
}
