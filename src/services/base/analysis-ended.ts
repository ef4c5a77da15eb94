import type { AnalysisStatus, IgnoreRuleUse, StateReport } from '../../engine/model/analysis.ts';
import type { ResolvedIncident } from '../../store/queries/drift-incidents.ts';
import type { Tenant } from '../../store/scope.ts';
import type { JobSender } from './jobs.ts';

/** The end of an analysis, for subscribers in the transaction that ends it: all handle it once, or none does. */
export type AnalysisEnded = {
  tenant: Tenant;
  queue: JobSender;
  id: string;
  status: Extract<AnalysisStatus, 'completed' | 'partial' | 'failed' | 'canceled'>;
  at: Date;
  /** Empty if the analysis failed or was canceled. */
  states: readonly StateReport[];
  /** All states of the organization were in scope. */
  everywhere: boolean;
  ignoreRules: readonly IgnoreRuleUse[];
  /** The incidents that the analysis resolved. */
  resolved: readonly ResolvedIncident[];
  /** The incidents about unmanaged objects that its inventory resolved. */
  settled: readonly ResolvedIncident[];
};
