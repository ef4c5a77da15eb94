import type { StateObject } from '../base/state-source.ts';
import type { ProviderUse, StateReport } from './model/analysis.ts';
import type { InstanceResult, Tally } from './report/tally.ts';
import type { CountedCalls } from '../gateway/sessions/call-counts.ts';

/** How far a scan is, in instances. While there are states that were not opened yet, `total` is estimated from their sizes. */
export type Progress = { done: number; total: number };

/** What is kept of a state that is done, so that a later run of the same analysis need not do it again. */
export type DoneState = {
  /** Its place among the states in scope. */
  position: number;
  /** What it held: with another `etag` it has to be done again. */
  etag: string;
  report: StateReport;
  tally: Tally;
};

/** Results of one state: in any order, each instance once, in as many batches as it takes. The last batch has `done`. */
export type ResultBatch = Pick<DoneState, 'position' | 'report'> & {
  results: InstanceResult[];
  done?: Pick<DoneState, 'etag' | 'tally'>;
};

/** Where a scan reports to as it goes: a worker stores, the command line collects. Calls come one at a time. */
export type ScanSink = {
  /**
   * The states in scope, in their order, before any is opened. Answers those that need not be looked at, because an earlier run
   * of the same analysis has done them and they are as they were.
   */
  planned(objects: readonly StateObject[], states: readonly StateReport[]): Promise<DoneState[]>;
  /** A provider that is used from here on; each is told once a scan. */
  provider(use: ProviderUse): Promise<void>;
  progress(progress: Progress): Promise<void>;
  results(batch: ResultBatch, progress: Progress): Promise<void>;
  /** All calls of this scan so far, with every state that is done and at the end, whatever that is: the figures of the last time count. */
  calls(counted: CountedCalls[]): Promise<void>;
};
