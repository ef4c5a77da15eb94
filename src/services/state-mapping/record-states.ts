import type { StateReport } from '../../engine/model/analysis.ts';
import { worstSeverity } from '../../engine/report/severity/severity.ts';
import { listDoneStates } from '../../store/queries/analysis-states.ts';
import { saveStates } from '../../store/queries/states.ts';
import type { Executor, OrgScope } from '../../store/scope.ts';

/**
 * Writes down which states there are, as an analysis found them, and what it came to in each; in the transaction that ends it, before
 * what it noted on the way is forgotten.
 */
export async function recordStates(
  trx: Executor,
  scope: OrgScope,
  { id }: { id: string },
  found: { states: readonly StateReport[]; everywhere: boolean; at: Date },
): Promise<void> {
  const done = new Map((await listDoneStates(trx, scope, id)).map(({ key, tally }) => [key, tally]));
  const rows = found.states.flatMap(
    ({ key, serial, lineage, terraform_version, status, code = null, detail = null }) => {
      // Of those that there is no room for only the analysis tells.
      if (status === 'pending' || code === 'quota_exceeded') return [];
      const tally = status === 'read' ? done.get(key) : undefined;
      const look = {
        counts: tally ? JSON.stringify(tally.counts) : null,
        severity: tally ? worstSeverity(tally.findings.map(({ severity }) => severity)) : null,
      };
      const state = { key, serial, lineage, terraform_version, status, code, detail, ...look };
      return [{ ...state, analysis_id: id, analysed_at: found.at }];
    },
  );
  const pending = found.states.some(({ status }) => status === 'pending');
  const all = found.everywhere && !pending;
  await saveStates(trx, scope, rows, { all, analysis_id: id });
}
