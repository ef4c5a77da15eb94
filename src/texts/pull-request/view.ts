import { sideOf, type Side, type States, type ReportedAnalysis } from '../reported.ts';

/** An analysis for a pull request: the states that it touches, and the other states of its repository. */
export type PullRequestView = {
  analysis: ReportedAnalysis;
  touched: Side;
  others: Side;
  /** The pull request changes more files than are listed or read, so all states of the repository count as touched. */
  everything: boolean;
  /** Directories of touched root modules whose states are not known as the repository's own. */
  roots: readonly string[];
  /**
   * Number of touched states that the repository claims and no admin has accepted as its own. They are not reported.
   */
  waiting: number;
};

/** Divides an analysis into touched and other states. `own` are the repository's states. */
export function viewOf(
  analysis: ReportedAnalysis,
  {
    own,
    touched,
    roots = [],
    waiting = 0,
  }: { own: States; touched: States | 'everything'; roots?: readonly string[]; waiting?: number },
): PullRequestView {
  const everything = touched === 'everything';
  const isTouched: States = (key) => own(key) && (everything || touched(key));
  return {
    analysis,
    touched: sideOf(analysis, isTouched),
    others: sideOf(analysis, (key) => own(key) && !isTouched(key)),
    everything,
    roots,
    waiting,
  };
}
