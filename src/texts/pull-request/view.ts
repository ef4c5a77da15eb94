import { sideOf, type Side, type States, type ReportedAnalysis } from '../reported.ts';

/** An analysis as a pull request sees it: the states that it touches, and the others of its repository. */
export type PullRequestView = {
  analysis: ReportedAnalysis;
  touched: Side;
  others: Side;
  /** It changes more files than are listed or read, so that all states of the repository count as touched. */
  everything: boolean;
  /** Directories of root modules that it touches and whose states are not known as the repository's. */
  roots: readonly string[];
  /** How many states it touches that the repository claims and nobody has accepted as its own: they are not reported. */
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
