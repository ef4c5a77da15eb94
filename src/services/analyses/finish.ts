import type { Transaction } from 'kysely';
import type { IgnoreRuleUse } from '../../engine/model/analysis.ts';
import type { Conclusion } from '../../engine/report/summary/conclude.ts';
import { finishAnalysis, abandonAnalyses, type Run } from '../../store/queries/analyses.ts';
import type { EndedIncident } from '../../store/queries/drift-incidents.ts';
import { forgetDoneStates } from '../../store/queries/analysis-states.ts';
import { noteStored } from '../../store/queries/quotas.ts';
import { scoped, type OrgScope } from '../../store/scope.ts';
import type { Tables } from '../../store/tables.ts';
import { summarise } from '../../engine/report/summary/summary.ts';
import { emptyTally } from '../../engine/report/tally.ts';
import { transact } from '../../store/transact.ts';
import type { JobSender, Jobs } from '../base/jobs.ts';
import { recordRuleUse } from '../ignore-rules/in-force.ts';
import { endIncidents } from '../memory/lifecycle/resolve.ts';
import { recordStates } from '../state-mapping/record-states.ts';
import { notifyEnd } from '../notifications/send.ts';
import { publishEnd } from '../publishing/publish.ts';
import type { Base } from '../base/context.ts';

/** How a run ended, and what is known by that. */
export type RunEnd = {
  end: Conclusion;
  ignoreRules?: IgnoreRuleUse[];
  /** It checked all states of the organization. */
  everywhere?: boolean;
};

/**
 * Ends a running analysis and resolves the incidents that it found to be over; a failed one resolves none. False when this run was
 * not the running one: nothing is changed. The notifications of the end are queued in the same transaction.
 */
export async function finishRun(
  { trx, queue }: { trx: Transaction<Tables>; queue: JobSender },
  run: Run & OrgScope,
  ended: RunEnd,
  at: Date,
): Promise<boolean> {
  const { end, ignoreRules = [], everywhere = false } = ended;
  const scope = { org_id: run.org_id };
  const tenant = scoped(trx, scope);
  if (!(await finishAnalysis(tenant, run, { ...end, finished_at: at, ignore_rules: ignoreRules }))) return false;
  let over: EndedIncident[] = [];
  if (end.status !== 'failed') {
    over = await endIncidents(tenant, run, { states: end.states, everywhere, at });
    await recordStates(tenant, run, { states: end.states, everywhere, at });
    await recordRuleUse(scoped(trx, { org_id: scope.org_id }), ignoreRules, { id: run.id, at });
  }
  await noteStored(tenant, run.id);
  await forgetDoneStates(tenant, [run.id]);
  await announceEnd(trx, queue, scope, { id: run.id, over });
  return true;
}

/**
 * Notifies those who asked for an analysis at the code host, and the organization's webhooks, that it has ended and which incidents
 * it resolved. In the transaction that ends it. A canceled analysis does not come here, and is reported at the code host alone.
 */
async function announceEnd(
  trx: Transaction<Tables>,
  queue: JobSender,
  scope: OrgScope,
  { id, over = [] }: { id: string; over?: readonly EndedIncident[] },
): Promise<void> {
  await publishEnd(trx, queue, scope, id);
  await notifyEnd(trx, queue, scope, { id }, over);
}

type Failure = { code: string; detail: string };

const KILLED = { code: 'internal', detail: 'The process that ran it was killed too often; start another analysis.' };

/**
 * Ends the analyses whose job was given up without a handler having heard of it: the process was killed in the last try.
 * Without this they would be running for ever. Answers how many there were.
 */
export async function abandonGivenUp(deps: Base): Promise<number> {
  const jobs = await deps.queue.givenUp('analysis');
  return abandon(
    deps,
    jobs.map((job) => job.analysis_id),
    KILLED,
  );
}

/** Ends an analysis as failed that nothing will run any more. False where it has ended already. */
export async function abandonAnalysis(deps: Base, job: Jobs['analysis'], error: Failure): Promise<boolean> {
  return (await abandon(deps, [job.analysis_id], error)) > 0;
}

async function abandon({ store, queue }: Base, ids: string[], error: Failure): Promise<number> {
  const ai_summary = summarise({ tally: emptyTally(), states: [], error });
  return transact(store, async (trx) => {
    const abandoned = await abandonAnalyses(trx, ids, { finished_at: new Date(), error, ai_summary });
    for (const { id, org_id } of abandoned) await announceEnd(trx, queue, { org_id }, { id });
    return abandoned.length;
  });
}
