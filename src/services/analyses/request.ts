import { AppError } from '../../base/errors.ts';
import type { AnalysisOverview } from '../../engine/model/analysis.ts';
import { isUniqueViolation } from '../../store/errors.ts';
import { findByIdempotencyKey, getAnalysis, type NamedAnalysisRow } from '../../store/queries/analyses.ts';
import { getInventory } from '../../store/queries/inventories.ts';
import { quotaExceeded, type WithQuotas } from '../quotas/quotas.ts';
import { audited } from '../audit/audited.ts';
import { requireStates } from '../state-sources/open.ts';
import { requireScope, type Ctx, type Principal } from '../base/context.ts';
import { fetchOrganization } from '../access/organization.ts';
import { refuseSecrets } from '../base/refuse-secrets.ts';
import { requestRun } from '../triggers/request.ts';
import { presentAnalysis } from '../views/present-within.ts';
import { scoped } from '../../store/scope.ts';

type Input = {
  org_id: string;
  repo_id?: string | null;
  state_prefix?: string | null;
  /** Also takes an inventory of what no state has. */
  unmanaged?: boolean;
  idempotency_key?: string;
};

/**
 * Requests an analysis of an organization's states, or of one repository's. Returns an equal analysis that is still
 * queued, if there is one; but a request with an `Idempotency-Key` gets its own analysis, and the same key returns it
 * again. 409 if the key was used for another input, or if the organization's cloud is not configured. 404 for a
 * repository that is not the organization's or is no longer accessible.
 */
export async function requestAnalysis(ctx: Ctx & WithQuotas, input: Input): Promise<AnalysisOverview> {
  const { id: orgId } = await fetchOrganization(ctx, input.org_id);
  requireScope(ctx, 'write');
  refuseSecrets({ state_prefix: input.state_prefix, 'idempotency-key': input.idempotency_key });
  refusePart(input);
  const earlier = await repeated(ctx, orgId, input);
  if (earlier) return presentAnalysis(earlier);
  await requireStates(scoped(ctx.store.db, { org_id: orgId }));
  try {
    return presentAnalysis(await write(ctx, orgId, input));
  } catch (error) {
    const raced = isUniqueViolation(error) ? await repeated(ctx, orgId, input) : undefined;
    if (!raced) throw error;
    return presentAnalysis(raced);
  }
}

/** An inventory compares with all states: of some of them, it would take what the others manage for unmanaged. */
function refusePart({ unmanaged = false, repo_id = null, state_prefix = null }: Input): void {
  if (!unmanaged || (repo_id === null && state_prefix === null)) return;
  throw new AppError('invalid_input', 'An inventory needs all states: leave out repo_id and state_prefix.', {
    fields: [{ path: '/unmanaged', message: 'cannot be combined with repo_id or state_prefix' }],
  });
}

async function repeated(ctx: Ctx, orgId: string, input: Input): Promise<NamedAnalysisRow | undefined> {
  const { idempotency_key: key, state_prefix = null, repo_id = null, unmanaged = false } = input;
  if (key === undefined) return undefined;
  const tenant = scoped(ctx.store.db, { org_id: orgId });
  const row = await findByIdempotencyKey(tenant, key);
  // Another request may have joined it since, and asked for an inventory.
  const hasInventory = row !== undefined && (await getInventory(tenant, row.id)) !== undefined;
  if (row && (row.state_prefix !== state_prefix || row.repo_id !== repo_id || (unmanaged && !hasInventory)))
    throw new AppError('conflict', 'This Idempotency-Key was used for another request; use a new one.');
  return row;
}

function nameOf(principal: Principal): string {
  if (principal.kind === 'operator') return 'operator';
  return principal.kind === 'key' ? principal.key_id : principal.login;
}

async function write(ctx: Ctx & WithQuotas, orgId: string, input: Input): Promise<NamedAnalysisRow> {
  const { state_prefix = null, repo_id = null, unmanaged = false, idempotency_key: key } = input;
  const actor = nameOf(ctx.principal);
  return audited(ctx, async (trx) => {
    const asked = { org_id: orgId, repo_id, state_prefix, unmanaged, trigger: { kind: 'api', actor } } as const;
    const requested = await requestRun(trx, ctx, { ...asked, ...(key !== undefined && { idempotency_key: key }) });
    const tenant = scoped(trx, { org_id: orgId });
    if ('skipped' in requested && requested.skipped === 'quota_exceeded')
      throw quotaExceeded('bytes', await ctx.quotas.limitOf(tenant, 'bytes'));
    if ('skipped' in requested)
      throw requested.skipped === 'not_configured'
        ? new AppError(
            'not_configured',
            'The cloud configuration was cleared, and there is no other state source; set one again.',
          )
        : new AppError('not_found', 'No such repository in this organization.');
    const row = await getAnalysis(tenant, requested.analysis_id);
    if (!row) throw new Error('the analysis that was asked for is gone');
    const detail = { state_prefix, ...(repo_id !== null && { repo_id }), ...(unmanaged && { unmanaged }) };
    const target = { kind: 'analysis', id: row.id };
    return { result: row, event: { org_id: orgId, action: 'analysis.request', target, detail } };
  });
}
