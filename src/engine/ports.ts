import type { StateObject } from '../base/state-source.ts';
import type { ProviderUse, StateReport } from './model/analysis.ts';
import type { InstanceResult, Totals } from './report/totals.ts';
import type { CountedCalls } from '../clouds/aws/gateway/sessions/call-counts.ts';

/** The progress of an analysis, in instances. `total` is estimated from sizes while some states are not opened yet. */
export type Progress = { done: number; total: number };

/** A state that is done: a later run of the same analysis does not repeat it. */
export type DoneState = {
  /** Its position among the states in scope. */
  position: number;
  /** Its version: with another `etag` it has to be analysed again. */
  etag: string;
  report: StateReport;
  totals: Totals;
};

/** Results of one state: in any order, each instance once, in as many batches as it takes. The last batch has `done`. */
export type ResultBatch = Pick<DoneState, 'position' | 'report'> & {
  results: InstanceResult[];
  done?: Pick<DoneState, 'etag' | 'totals'>;
};

/** Receives results while an analysis runs: a worker stores them, the command line collects them. Calls come one at a time. */
export type ScanSink = {
  /**
   * The states in scope, in their order, before any is opened. Returns those that need no check, because an earlier run
   * of the same analysis has done them and they did not change.
   */
  planned(objects: readonly StateObject[], states: readonly StateReport[]): Promise<DoneState[]>;
  /** A provider that is used from here on; each is reported once. */
  provider(use: ProviderUse): Promise<void>;
  progress(progress: Progress): Promise<void>;
  results(batch: ResultBatch, progress: Progress): Promise<void>;
  /** All API calls so far, with every state that is done and at the end, even of a failure: the last figures count. */
  calls(counted: CountedCalls[]): Promise<void>;
};
