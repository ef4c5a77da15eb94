import { AppError } from '../../base/errors.ts';
import { holds, requireScope, type Ctx } from '../base/context.ts';

/**
 * Settings that decide whose cloud is read, with which rights, and what of it: only the scope `admin` changes them. A test holds
 * that each setting is either here or known to be harmless, so that a later one is decided on.
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

/** Throws 403, naming the settings, where the caller may change some of these settings but not all. */
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
