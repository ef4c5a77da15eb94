import { CALL_FIGURES } from '../../engine/model/analysis.ts';
import type { CountedCalls } from '../../gateway/sessions/call-counts.ts';
import { writeCalls, type CallRow } from '../../store/queries/analysis-calls.ts';
import type { Run } from '../../store/queries/analyses.ts';
import type { OrgScope } from '../../store/scope.ts';
import { transact } from '../../store/transact.ts';
import type { WithDatabase } from '../context.ts';

const placeOf = ({ account, region, service, action }: CountedCalls) =>
  JSON.stringify([account, region, service, action]);
/** Figures only ever grow: the same sum is the same figures. */
const sumOf = (row: CountedCalls) => CALL_FIGURES.reduce((sum, figure) => sum + row[figure], 0);

const stored = ({ account = '', permissions, ...rest }: CountedCalls): CallRow => ({
  ...rest,
  account,
  permissions: [...permissions],
});

/**
 * Writes all that a run has called whenever it is told, as far as it is new. What is told twice, or by a try that may or may not
 * have been stored, is there once. False when the analysis is gone.
 */
export function callStore(
  { store }: WithDatabase,
  scope: OrgScope,
  run: Run,
): (counted: readonly CountedCalls[]) => Promise<boolean> {
  const written = new Map<string, number>();
  return async (counted) => {
    const fresh = counted.filter((row) => written.get(placeOf(row)) !== sumOf(row));
    if (fresh.length === 0) return true;
    const there = await transact(store, (trx) => writeCalls(trx, scope, run, fresh.map(stored)));
    for (const row of fresh) written.set(placeOf(row), sumOf(row));
    return there;
  };
}
