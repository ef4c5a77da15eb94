import type { Time } from './columns.ts';

/** What became of the calls of one action in one run of an analysis. Keyed (analysis_id, run_at, account, region, service, action). */
export type AnalysisCallTable = {
  analysis_id: string;
  /** When the run was started. */
  run_at: Time;
  /** Empty where it could not be told. */
  account: string;
  region: string;
  service: string;
  action: string;
  org_id: string;
  /** text[] of what a policy has to allow for it. */
  permissions: string[];
  /** This and what follows: bigint, read as a number. */
  calls: number;
  saved: number;
  throttled: number;
  refused: number;
  failed: number;
};
