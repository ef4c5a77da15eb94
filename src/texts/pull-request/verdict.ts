import { counted } from '../../base/plural.ts';
import { severityRank, type FailingSeverity } from '../../engine/model/analysis.ts';
import { uncheckedText } from '../../engine/report/wording/unchecked.ts';
import { present } from '../present.ts';
import { nothingChecked, type Side } from '../reported.ts';
import type { PullRequestView } from './view.ts';

/** The conclusion of a check run, and its title, which contains no foreign text. */
export type Verdict = { conclusion: 'success' | 'neutral' | 'failure'; title: string };

/** The effect of the next apply on the drifted resources. */
function overwritten({ drifted }: Side): string {
  const gone = drifted.filter(({ kind }) => kind === 'deleted').length;
  const changed = drifted.length - gone;
  const parts = present(
    changed > 0 && `overwrite live changes of ${counted(changed, 'resource')}`,
    gone > 0 && `recreate ${counted(gone, 'deleted resource')}`,
  );
  return `Merging would ${parts.join(' and ')}`;
}

/** `3 of 120 resources and 1 state`: the unchecked ones. Empty if all were checked. */
export const gapText = ({ gaps, inScope, unreadable }: Side): string =>
  uncheckedText({ instances: gaps.length, states: unreadable.length }, inScope);

/**
 * The check of a pull request. It fails if the touched states have drift at least as severe as `failsAt`, which the
 * organization sets. It succeeds if these states were checked and no state of the repository has drifted.
 */
export function verdictOf(view: PullRequestView, failsAt: FailingSeverity | null): Verdict {
  const { analysis, touched, others, waiting } = view;
  if (analysis.status === 'failed') return { conclusion: 'neutral', title: 'The analysis failed' };
  if (analysis.status === 'canceled') return { conclusion: 'neutral', title: 'The analysis was canceled' };
  if (touched.drifted.length > 0) {
    const fails = failsAt !== null && severityRank(touched.severity) <= severityRank(failsAt);
    return { conclusion: fails ? 'failure' : 'neutral', title: overwritten(touched) };
  }
  if (touched.states.length === 0 && waiting > 0) return { conclusion: 'neutral', title: waitingTitle(waiting) };
  if (nothingChecked(touched)) return { conclusion: 'neutral', title: 'Nothing could be checked' };
  return besideDrift(noDriftTitle(touched), others.drifted.length);
}

function noDriftTitle(touched: Side): string {
  if (touched.states.length === 0) return UNTOUCHED;
  const gap = gapText(touched);
  return gap === '' ? `No drift in ${statesText(touched)}` : `No drift found; ${gap} not checked`;
}

const waitingTitle = (waiting: number): string => `${counted(waiting, 'state')} not accepted as this repository's yet`;

const UNTOUCHED = 'This pull request touches no state that Plumbline knows';

const besideDrift = (title: string, others: number): Verdict =>
  others === 0
    ? { conclusion: 'success', title }
    : {
        conclusion: 'neutral',
        title: `${title}; ${counted(others, 'resource')} drifted in other states of the repository`,
      };

/**
 * The check of a pull request that touches no state, so that nothing was checked for it. `others` counts drifted
 * resources in other states.
 */
export const untouchedVerdict = (others: number): Verdict => besideDrift(UNTOUCHED, others);

/** `the 2 states that this pull request touches`. */
export function statesText({ states }: Side): string {
  return `the ${states.length === 1 ? 'state' : counted(states.length, 'state')} that this pull request touches`;
}
