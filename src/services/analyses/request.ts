import type { Selectable } from 'kysely';
import { AppError } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { emptyCounts, type AnalysisOverview } from '../../drift/analysis.ts';
import { isUniqueViolation } from '../../store/errors.ts';
import { countUnfinished, findByIdempotencyKey, insertAnalysis } from '../../store/queries/analyses.ts';
import type { AnalysisTable } from '../../store/tables.ts';
import { audited } from '../audit/audited.ts';
import { fetchCloud, usableSettings } from '../clouds/settings.ts';
import { requireScope, type Ctx } from '../context.ts';
import { fetchOrganization } from '../organizations/fetch.ts';
import { refuseSecrets } from '../refuse-secrets.ts';
import { presentAnalysis } from './present.ts';

type Input = { org_id: string; state_prefix?: string | null; idempotency_key?: string };

/**
 * Asks for an analysis of an organization's states. The analysis and its job are written in one transaction: there is
 * never the one without the other. The same `Idempotency-Key` gives the same analysis again; with another input it is
 * a 409, as is an organization whose cloud is not configured.
 */
export async function requestAnalysis(ctx: Ctx, input: Input): Promise<AnalysisOverview> {
  const { id: orgId } = await fetchOrganization(ctx, input.org_id);
  requireScope(ctx, 'write');
  refuseSecrets({ state_prefix: input.state_prefix, 'idempotency-key': input.idempotency_key });
  const earlier = await repeated(ctx, orgId, input);
  if (earlier) return presentAnalysis(earlier);
  await usableSettings(ctx, orgId, fetchCloud(ctx, 'aws'));
  try {
    return presentAnalysis(await write(ctx, orgId, input));
  } catch (error) {
    const raced = isUniqueViolation(error) ? await repeated(ctx, orgId, input) : undefined;
    if (!raced) throw error;
    return presentAnalysis(raced);
  }
}

async function repeated(ctx: Ctx, orgId: string, input: Input): Promise<Selectable<AnalysisTable> | undefined> {
  if (input.idempotency_key === undefined) return undefined;
  const row = await findByIdempotencyKey(ctx.store.db, orgId, input.idempotency_key);
  if (row && row.state_prefix !== (input.state_prefix ?? null))
    throw new AppError('conflict', 'This Idempotency-Key was used for another request; use a new one.');
  return row;
}

async function write(ctx: Ctx, orgId: string, input: Input): Promise<Selectable<AnalysisTable>> {
  const { principal } = ctx;
  return audited(ctx, async (trx) => {
    const row = await insertAnalysis(trx, {
      id: newId('an'),
      org_id: orgId,
      trigger: JSON.stringify({ kind: 'api', actor: principal.kind === 'key' ? principal.key_id : 'operator' }),
      state_prefix: input.state_prefix ?? null,
      idempotency_key: input.idempotency_key ?? null,
      status: 'queued',
      severity: 'none',
      counts: JSON.stringify(emptyCounts()),
      states: '[]',
    });
    // Whoever asks for a hundred waits for them; the first of another organization goes before the rest.
    const priority = 1 - (await countUnfinished(trx, orgId));
    await ctx.queue.send('analysis', { analysis_id: row.id, org_id: orgId }, { db: trx, priority });
    const detail = { state_prefix: row.state_prefix };
    const target = { kind: 'analysis', id: row.id };
    return { result: row, event: { org_id: orgId, action: 'analysis.request', target, detail } };
  });
}
