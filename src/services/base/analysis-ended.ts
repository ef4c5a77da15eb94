import type { AnalysisStatus, IgnoreRuleUse, StateReport } from '../../engine/model/analysis.ts';
import type { ResolvedIncident } from '../../store/queries/drift-incidents.ts';
import type { Tenant } from '../../store/scope.ts';
import type { JobSender } from './jobs.ts';

/** That an analysis has ended, as features hear of it: in the transaction that ends it, so that all of them do, once, or none. */
export type AnalysisEnded = {
  tenant: Tenant;
  queue: JobSender;
  id: string;
  status: Extract<AnalysisStatus, 'completed' | 'partial' | 'failed' | 'canceled'>;
  at: Date;
  /** Empty where it failed, or was canceled. */
  states: readonly StateReport[];
  /** Whether these are all states of the organization. */
  everywhere: boolean;
  ignoreRules: readonly IgnoreRuleUse[];
  /** The incidents that it resolved. */
  resolved: readonly ResolvedIncident[];
};
