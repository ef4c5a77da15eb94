import { worstSeverity } from '../../engine/report/severity/severity.ts';
import { listDoneStates } from '../../store/queries/runs.ts';
import { saveStates } from '../../store/queries/states.ts';
import type { AnalysisEnded } from '../base/analysis-ended.ts';

/** Stores the states of an ended analysis with their results, before its progress is deleted. */
export async function recordStates({ tenant, id, status: end, at, states, everywhere }: AnalysisEnded): Promise<void> {
  if (end === 'failed' || end === 'canceled') return;
  const done = new Map((await listDoneStates(tenant, id)).map((one) => [one.key, one.totals]));
  const rows = states.flatMap(({ key, serial, lineage, terraform_version, status, code = null, detail = null }) => {
    // States beyond the quota appear only in the analysis.
    if (status === 'pending' || code === 'quota_exceeded') return [];
    const result = status === 'read' ? done.get(key) : undefined;
    const counts = result ? JSON.stringify(result.counts) : null;
    const severity = result ? worstSeverity(result.findings.map((one) => one.severity)) : null;
    const state = { key, serial, lineage, terraform_version, status, code, detail, counts, severity };
    return [{ ...state, analysis_id: id, analysed_at: at }];
  });
  const pending = states.some(({ status }) => status === 'pending');
  await saveStates(tenant, rows, { all: everywhere && !pending, analysis_id: id });
}
