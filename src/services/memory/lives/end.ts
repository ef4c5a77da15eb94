import type { StateReport } from '../../../drift/analysis.ts';
import { allRead } from '../../../scan/conclude.ts';
import type { Run } from '../../../store/queries/analyses.ts';
import { resolveIncidents } from '../../../store/queries/drift-incidents.ts';
import { endingsOf, endingsOfGoneStates } from '../../../store/queries/incident-endings.ts';
import type { Executor, OrgScope } from '../../../store/scope.ts';
import { lineageOf } from './remember.ts';

type Looked = {
  states: readonly StateReport[];
  /** It looked for all states of the organization. */
  everywhere: boolean;
  at: Date;
};

/**
 * Ends the incidents that are over by what an analysis has found. In the transaction that ends it, before what it noted on the
 * way is forgotten. Those whose resource it could not look at stay open; so do those of a state that is not there any more, unless
 * all others could be read: one that could not may be the very state under another key.
 */
export async function endIncidents(trx: Executor, scope: OrgScope, run: Run, looked: Looked): Promise<void> {
  const { everywhere, at } = looked;
  const states = looked.states.map((report, position) => ({
    position,
    key: report.key,
    lineage: report.status === 'read' ? lineageOf(report) : null,
  }));
  const ended = await endingsOf(trx, scope, run.id, { states, complete: everywhere });
  await resolveIncidents(trx, scope, ended, at);
  if (!everywhere || !allRead(looked.states)) return;
  await resolveIncidents(trx, scope, await endingsOfGoneStates(trx, scope, states, run.started_at), at);
}
