import type { IgnoreRuleUse } from '../../engine/model/analysis.ts';
import type { Conclusion } from '../../engine/report/summary/conclude.ts';
import { abandonAnalyses } from '../../store/queries/analyses.ts';
import { finishAnalysis, type Run, forgetDoneStates } from '../../store/queries/runs.ts';
import { noteStored } from '../../store/queries/quotas.ts';
import { scoped } from '../../store/scope.ts';
import { summarise } from '../../engine/report/summary/summary.ts';
import { emptyTotals } from '../../engine/report/totals.ts';
import { transact } from '../../store/transact.ts';
import type { AnalysisEnded } from '../base/analysis-ended.ts';
import type { Jobs } from '../base/jobs.ts';
import type { InventoryEnd } from '../../store/queries/inventories.ts';
import { abandonInventory, finishInventory } from '../inventory/end.ts';
import { recordRuleUse } from '../ignore-rules/in-force.ts';
import { resolveAbsentDrift } from '../memory/lifecycle/resolve.ts';
import { recordStates } from '../state-mapping/record-states.ts';
import { notifyEnd } from '../notifications/send.ts';
import { publishEnd } from '../publishing/publish.ts';
import type { Base } from '../base/context.ts';

/** How a run ended, and the facts that its end establishes. */
export type RunEnd = {
  end: Conclusion;
  ignoreRules?: IgnoreRuleUse[];
  /** All states of the organization were in scope. */
  everywhere?: boolean;
  /** The end of the inventory that the analysis was asked for. */
  inventory?: InventoryEnd;
};

/** Called in this order for every analysis that ends: data that a later subscriber deletes is read before. */
const SUBSCRIBERS: readonly ((ended: AnalysisEnded) => Promise<void>)[] = [
  recordStates,
  recordRuleUse,
  ({ tenant, id }) => noteStored(tenant, id),
  ({ tenant, id }) => forgetDoneStates(tenant, [id]),
  abandonInventory,
  publishEnd,
  notifyEnd,
];

type Ending = Pick<AnalysisEnded, 'tenant' | 'queue' | 'id' | 'status' | 'at'> & Partial<AnalysisEnded>;

/** Notifies the subscribers that an analysis has ended, in the transaction that ends it. */
export async function announceEnd(ending: Ending): Promise<void> {
  const ended = { states: [], everywhere: false, ignoreRules: [], resolved: [], settled: [], ...ending };
  for (const hear of SUBSCRIBERS) await hear(ended);
}

/**
 * Ends a running analysis and resolves the incidents whose drift is gone; a failed analysis resolves none. Returns
 * false, and changes nothing, if this run is not the current one. Call it in a transaction.
 */
export async function finishRun(
  { tenant, queue }: Pick<AnalysisEnded, 'tenant' | 'queue'>,
  run: Run,
  { end, ignoreRules = [], everywhere = false, inventory }: RunEnd,
  at: Date,
): Promise<boolean> {
  if (!(await finishAnalysis(tenant, run, { ...end, finished_at: at, ignore_rules: ignoreRules }))) return false;
  const { status } = end;
  const scanned = { states: end.states ?? [], everywhere, at };
  const resolved = status === 'failed' ? [] : await resolveAbsentDrift(tenant, run, scanned);
  const settled = inventory ? await finishInventory(tenant, run, inventory, at) : [];
  await announceEnd({ tenant, queue, id: run.id, status, ...scanned, ignoreRules, resolved, settled });
  return true;
}

type Failure = { code: string; detail: string };

const KILLED = { code: 'internal', detail: 'The process that ran it was killed too often; start another analysis.' };

/**
 * Ends analyses whose job was given up without calling a handler, since the process was killed during the last attempt.
 * Otherwise they would stay `running` for ever. Returns their number.
 */
export async function abandonGivenUp(deps: Base): Promise<number> {
  const jobs = await deps.queue.givenUp('analysis');
  return abandon(
    deps,
    jobs.map((job) => job.analysis_id),
    KILLED,
  );
}

/** Marks an analysis as failed that no worker will run. Returns false if it has ended already. */
export async function abandonAnalysis(deps: Base, job: Jobs['analysis'], error: Failure): Promise<boolean> {
  return (await abandon(deps, [job.analysis_id], error)) > 0;
}

async function abandon({ store, queue }: Base, ids: string[], error: Failure): Promise<number> {
  const ai_summary = summarise({ totals: emptyTotals(), states: [], error });
  return transact(store, async (trx) => {
    const at = new Date();
    const abandoned = await abandonAnalyses(trx, ids, { finished_at: at, error, ai_summary });
    for (const { id, org_id } of abandoned)
      await announceEnd({ tenant: scoped(trx, { org_id }), queue, id, status: 'failed', at });
    return abandoned.length;
  });
}
