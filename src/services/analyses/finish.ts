import type { Transaction } from 'kysely';
import type { IgnoreRuleUse } from '../../drift/analysis.ts';
import type { Conclusion } from '../../scan/conclude.ts';
import { finishAnalysis, type Run } from '../../store/queries/analyses.ts';
import type { EndedIncident } from '../../store/queries/drift-incidents.ts';
import { forgetDoneStates } from '../../store/queries/analysis-states.ts';
import { noteStored } from '../../store/queries/quotas.ts';
import type { OrgScope } from '../../store/scope.ts';
import type { Tables } from '../../store/tables.ts';
import type { JobSender } from '../context.ts';
import { recordRuleUse } from '../ignore-rules/in-force.ts';
import { endIncidents } from '../memory/lifecycle/resolve.ts';
import { recordStates } from '../state-mapping/record-states.ts';
import { announceEnd } from './announce-end.ts';

/** How a run ended, and what is known by that. */
export type RunEnd = {
  end: Conclusion;
  ignoreRules?: IgnoreRuleUse[];
  /** It looked for all states that there are. */
  everywhere?: boolean;
};

/**
 * Ends a running analysis, and with it the incidents that it found to be over; one that failed has found nothing. False when
 * this run was not the running one: nothing is changed. What follows from the end, for others to hear of it, is written in the same
 * transaction.
 */
export async function finishRun(
  { trx, queue }: { trx: Transaction<Tables>; queue: JobSender },
  scope: OrgScope,
  run: Run,
  ended: RunEnd,
  at: Date,
): Promise<boolean> {
  const { end, ignoreRules = [], everywhere = false } = ended;
  if (!(await finishAnalysis(trx, scope, run, { ...end, finished_at: at, ignore_rules: ignoreRules }))) return false;
  let over: EndedIncident[] = [];
  if (end.status !== 'failed') {
    over = await endIncidents(trx, scope, run, { states: end.states, everywhere, at });
    await recordStates(trx, scope, run, { states: end.states, everywhere, at });
    await recordRuleUse(trx, scope.org_id, ignoreRules, { id: run.id, at });
  }
  await noteStored(trx, scope, run.id);
  await forgetDoneStates(trx, scope, [run.id]);
  await announceEnd(trx, queue, scope, { id: run.id, over });
  return true;
}
