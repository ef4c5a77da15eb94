import { getProviderSettings } from '../../store/queries/provider-settings.ts';
import { scoped } from '../../store/scope.ts';
import { fetchOrganization } from '../access/organization.ts';
import { requireScope, type Ctx } from '../base/context.ts';
import { inTurn } from '../base/verifying.ts';
import { noSuchSettings } from './manage.ts';
import type { ProviderCheck, WithProviderTrials } from './port.ts';

export type ProviderVerification = { ok: boolean; checks: ProviderCheck[]; checked_at: string };

/** The provider may have to be unpacked, started and configured first. */
const TIMEOUT_MS = 60_000;

const late: ProviderCheck = {
  name: 'read',
  ok: false,
  code: 'timeout',
  detail: `It was not through within ${TIMEOUT_MS / 1000} seconds. Check that the provider may reach its service ("reach").`,
};

/**
 * Verifies settings of a provider: starts it, configures it, and reads one resource of a state that they apply to.
 * Problems are in the result, with their remedies. 404 if there are none of this name.
 */
export async function verifyProviderSettings(
  ctx: Ctx & WithProviderTrials,
  input: { org_id: string; name: string },
): Promise<ProviderVerification> {
  const { id: org_id } = await fetchOrganization(ctx, input.org_id);
  requireScope(ctx, 'read');
  const { name } = input;
  if (!(await getProviderSettings(scoped(ctx.store.db, { org_id }), name))) throw noSuchSettings();
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const checks = await inTurn(() =>
    ctx.tryProvider({ org_id, name }, signal).catch((error: unknown) => {
      if (signal.aborted) return [late];
      throw error;
    }),
  );
  // They were deleted meanwhile.
  if (checks.length === 0) throw noSuchSettings();
  return { ok: checks.every((check) => check.ok), checks, checked_at: new Date().toISOString() };
}
