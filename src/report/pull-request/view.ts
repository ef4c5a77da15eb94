import { sideOf, type Side, type States, type Told } from '../told.ts';

/** An analysis as a pull request sees it: the states that it touches, and the others of its repository. */
export type PullRequestView = {
  told: Told;
  touched: Side;
  elsewhere: Side;
  /** The code host does not tell all the files, so that all states of the repository count as touched. */
  everything: boolean;
};

/** Divides what is told of an analysis. `own` are the repository's states. */
export function viewOf(told: Told, { own, touched }: { own: States; touched: States | 'everything' }): PullRequestView {
  const everything = touched === 'everything';
  const isTouched: States = (key) => own(key) && (everything || touched(key));
  return {
    told,
    touched: sideOf(told, isTouched),
    elsewhere: sideOf(told, (key) => own(key) && !isTouched(key)),
    everything,
  };
}
