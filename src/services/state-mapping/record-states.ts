import type { StateReport } from '../../engine/model/analysis.ts';
import { worstSeverity } from '../../engine/report/severity/severity.ts';
import { listDoneStates } from '../../store/queries/analysis-states.ts';
import { saveStates } from '../../store/queries/states.ts';
import type { Tenant } from '../../store/scope.ts';

/**
 * Stores the states that an analysis found, with the result of each; in the transaction that ends it, before its progress is
 * deleted.
 */
export async function recordStates(
  tenant: Tenant,
  { id }: { id: string },
  found: { states: readonly StateReport[]; everywhere: boolean; at: Date },
): Promise<void> {
  const done = new Map((await listDoneStates(tenant, id)).map((one) => [one.key, one.tally]));
  const rows = found.states.flatMap(
    ({ key, serial, lineage, terraform_version, status, code = null, detail = null }) => {
      // States beyond the quota are reported by the analysis alone.
      if (status === 'pending' || code === 'quota_exceeded') return [];
      const result = status === 'read' ? done.get(key) : undefined;
      const counts = result ? JSON.stringify(result.counts) : null;
      const severity = result ? worstSeverity(result.findings.map((one) => one.severity)) : null;
      const state = { key, serial, lineage, terraform_version, status, code, detail, counts, severity };
      return [{ ...state, analysis_id: id, analysed_at: found.at }];
    },
  );
  const pending = found.states.some(({ status }) => status === 'pending');
  const all = found.everywhere && !pending;
  await saveStates(tenant, rows, { all, analysis_id: id });
}
