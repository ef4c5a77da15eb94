import { sideOf, type Side, type States, type Told } from '../told.ts';

/** An analysis as a pull request sees it: the states that it touches, and the others of its repository. */
export type PullRequestView = {
  told: Told;
  touched: Side;
  elsewhere: Side;
  /** It changes more files than are listed or read, so that all states of the repository count as touched. */
  everything: boolean;
  /** Directories of root modules that it touches and whose states are not known as the repository's. */
  roots: readonly string[];
  /** How many states it touches that the repository claims and nobody has accepted as its own: they are not reported. */
  waiting: number;
};

/** Divides an analysis into touched and other states. `own` are the repository's states. */
export function viewOf(
  told: Told,
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
    told,
    touched: sideOf(told, isTouched),
    elsewhere: sideOf(told, (key) => own(key) && !isTouched(key)),
    everything,
    roots,
    waiting,
  };
}
