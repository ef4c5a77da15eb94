import type { StateReport } from '../engine/model/analysis.ts';
import type { Tally } from '../engine/report/tally.ts';
import type { JsonColumn } from './columns.ts';

/** What a running analysis has done, a row a state; gone when it has ended. Keyed (analysis_id, position). */
export type AnalysisStateTable = {
  analysis_id: string;
  /** Its place among the states in scope. */
  position: number;
  org_id: string;
  key: string;
  /** What it held. */
  etag: string;
  report: JsonColumn<StateReport>;
  tally: JsonColumn<Tally>;
};
