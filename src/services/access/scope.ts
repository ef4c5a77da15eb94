import { AppError } from '../../base/errors.ts';
import { listStateKeys } from '../../store/queries/states.ts';
import { scoped, type Scope, type Tenant } from '../../store/scope.ts';
import type { Visible } from '../../store/visible.ts';
import type { Ctx, Principal } from '../base/context.ts';
import { mappingOf } from '../ownership/mapping.ts';
import { filterStates, overStates } from '../ownership/over-states.ts';

/** True for a person who sees only some repositories of their organization. */
export function isRestricted(principal: Principal): boolean {
  return principal.kind === 'person' && principal.repositories !== 'all';
}

/** Throws 403 for a restricted person: the operation concerns the whole organization. */
export function requireFullAccess({ principal }: Pick<Ctx, 'principal'>): void {
  if (isRestricted(principal))
    throw new AppError(
      'forbidden',
      'This is about all repositories of the organization, and you see some of them only: an owner of the organization may do it, or the holder of an API key.',
    );
}

/**
 * The rows that the caller may see: those of one organization, or of the whole instance for the operator. A restricted
 * person sees only rows of their repositories. Pass the scope on unchanged: `scoped` applies it to every query.
 */
export async function accessScope({ principal, store }: Pick<Ctx, 'principal' | 'store'>): Promise<Scope> {
  if (principal.kind === 'operator') return 'instance';
  const { org_id } = principal;
  if (principal.kind === 'key' || principal.repositories === 'all') return { org_id };
  return { org_id, visible: await visibleBy(scoped(store.db, { org_id }), principal.repositories) };
}

/** The repositories, and the states that belong to them now. */
async function visibleBy(tenant: Tenant, repositories: readonly string[]): Promise<Visible> {
  const mapping = await mappingOf(tenant);
  const keys = await listStateKeys(tenant);
  const own = new Set(repositories);
  const states = await filterStates(overStates(), keys, (key) => own.has(mapping.of(key)?.repo_id ?? ''));
  return { repositories, states };
}
