import type { StateReport } from '../../drift/analysis.ts';
import { saveStates } from '../../store/queries/states.ts';
import type { Executor, OrgScope } from '../../store/scope.ts';

/** Writes down which states there are, as an analysis found them; in the transaction that ends it. */
export async function recordStates(
  trx: Executor,
  scope: OrgScope,
  { id }: { id: string },
  found: { states: readonly StateReport[]; everywhere: boolean; at: Date },
): Promise<void> {
  const rows = found.states.flatMap(({ key, serial, lineage, terraform_version, status, code = null, detail = null }) =>
    status === 'pending'
      ? []
      : [{ key, serial, lineage, terraform_version, status, code, detail, analysis_id: id, analysed_at: found.at }],
  );
  const all = found.everywhere && rows.length === found.states.length;
  await saveStates(trx, scope, rows, { all, analysis_id: id });
}
