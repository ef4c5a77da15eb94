import type { StateObject } from '../base/state-source.ts';
import type { ProviderUse, StateReport } from './model/analysis.ts';
import type { InstanceResult, Totals } from './report/totals.ts';
import type { CountedCalls } from '../clouds/aws/gateway/sessions/call-counts.ts';

/**
 * The progress of an analysis, in instances. `total` is estimated from the sizes of the states until all are opened.
 */
export type Progress = { done: number; total: number };

/** A finished state. A later run of the same analysis skips it. */
export type DoneState = {
  /** Its position among the states in scope. */
  position: number;
  /** The version that was analysed. A state with another `etag` is analysed again. */
  etag: string;
  report: StateReport;
  totals: Totals;
};

/** Results of one state, in any order, each instance once, in one or more batches. The last batch has `done`. */
export type ResultBatch = Pick<DoneState, 'position' | 'report'> & {
  results: InstanceResult[];
  done?: Pick<DoneState, 'etag' | 'totals'>;
};

/** Receives results during an analysis: a worker stores them, the command line collects them. Calls never overlap. */
export type ScanSink = {
  /**
   * Receives the states in scope, in their order, before any is opened. Returns the states that an earlier run of the
   * same analysis has finished and that did not change since; they are skipped.
   */
  planned(objects: readonly StateObject[], states: readonly StateReport[]): Promise<DoneState[]>;
  /** Receives each provider once, before the results that were read with it. */
  provider(use: ProviderUse): Promise<void>;
  progress(progress: Progress): Promise<void>;
  results(batch: ResultBatch, progress: Progress): Promise<void>;
  /**
   * Receives the counts of all API calls so far: after every finished state and at the end, also after a failure. Each
   * call replaces the earlier counts.
   */
  calls(counted: CountedCalls[]): Promise<void>;
};
