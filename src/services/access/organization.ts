import { AppError } from '../../base/errors.ts';
import { getOrganization, getOrganizationByLogin, type OrganizationRow } from '../../store/queries/organizations.ts';
import { ofOrganization, type OrgScope, type Scope } from '../../store/scope.ts';
import { requireScope, type Ctx, type Principal, type Scope as Permission } from '../base/context.ts';
import { pick, timeOf } from '../base/present.ts';
import { accessScope } from './scope.ts';

/** An organization as the API shows it: without the fingerprint key and the payment provider's ids. */
export type Organization = ReturnType<typeof presentOrganization>;

export const presentOrganization = (row: OrganizationRow) => ({
  ...pick(row, 'id', 'login', 'installation_id'),
  suspended_at: timeOf(row.suspended_at),
  uninstalled_at: timeOf(row.uninstalled_at),
  created_at: row.created_at.toISOString(),
  ...pick(row, 'plan', 'billing_status'),
  current_period_end: timeOf(row.current_period_end),
  ...pick(row, 'cancel_at_period_end', 'incident_retention_days', 'check_fails_at', 'drift_issues'),
});

/**
 * The organization `id`, if it exists and the caller belongs to it. Everything else is the same 404, so that another
 * organization's id and one that does not exist look the same. Every use case on an organization starts here.
 * @param permission 403 if the caller belongs to it and lacks this scope
 */
export async function fetchOrganization(ctx: Ctx, id: string, permission?: Permission): Promise<OrganizationRow> {
  const mine = ctx.principal.kind === 'operator' || ctx.principal.org_id === id;
  const found = mine ? (knownOrganization(ctx.principal) ?? (await getOrganization(ctx.store.db, id))) : undefined;
  if (!found) throw new AppError('not_found', 'No such organization.');
  if (permission) requireScope(ctx, permission);
  return found;
}

/** The caller's organization as of the start of the request, if it was read together with the key. */
export function knownOrganization(principal: Principal): OrganizationRow | undefined {
  const row = principal.kind === 'key' ? principal.organization : undefined;
  return row?.deleting_at === null ? row : undefined;
}

/**
 * The id of the caller's organization by its login, ignoring case. Undefined for others, to reveal nothing about them.
 */
export async function idByLogin({ store, principal }: Ctx, login: string): Promise<string | undefined> {
  const id = (await getOrganizationByLogin(store.db, login))?.id;
  return principal.kind === 'operator' || principal.org_id === id ? id : undefined;
}

/** The caller's rows within the named organization (404 as above), or all of them if `orgId` is undefined. */
export async function scopeWithin(ctx: Ctx, orgId: string): Promise<OrgScope>;
export async function scopeWithin(ctx: Ctx, orgId: string | undefined): Promise<Scope>;
export async function scopeWithin(ctx: Ctx, orgId: string | undefined): Promise<Scope> {
  return orgId === undefined
    ? accessScope(ctx)
    : ofOrganization(await accessScope(ctx), (await fetchOrganization(ctx, orgId)).id);
}

/** The reason why no analysis may start for the organization's account; undefined if it may. */
export function stopped(org: OrganizationRow | undefined): 'suspended' | 'uninstalled' | undefined {
  if (!org) return 'uninstalled';
  // The operator may have created it without an installation, which does not count as uninstalled.
  if (org.uninstalled_at !== null || org.deleting_at !== null) return 'uninstalled';
  return org.suspended_at === null ? undefined : 'suspended';
}
