import { scoped, type Tenant } from '../../store/scope.ts';
import { scopeWithin } from '../access/organization.ts';
import { requireScope, type Ctx } from '../base/context.ts';

/**
 * The rows of an organization whose inventory the caller reads. People who see some repositories only see nothing of it,
 * since an object that no state has belongs to none. 404 for another organization.
 */
export async function fetchInventoryOf(ctx: Ctx, orgId: string): Promise<Tenant> {
  const scope = await scopeWithin(ctx, orgId);
  requireScope(ctx, 'read');
  return scoped(ctx.store.db, scope);
}
