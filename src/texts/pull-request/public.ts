import { counted } from '../../base/plural.ts';
import { bounded } from '../bounded.ts';
import { DRIFT_ISSUE_TITLE, ISSUE_MARKER, type IssueText } from '../issue.ts';
import { pageLink } from '../links.ts';
import { codeSpan } from '../markup.ts';
import { driftedText } from '../../engine/report/wording/drifted.ts';
import { severityText } from '../overview.ts';
import { present } from '../present.ts';
import { COMMENT_MARKER, overview, type About, type PullRequestReport } from './report.ts';
import { gapText, type Verdict } from './verdict.ts';
import type { PullRequestView } from './view.ts';
import { sideEffectsOf, type Side, type ReportedAnalysis } from '../reported.ts';

/**
 * Reports that everybody may read: verdicts and counts, a commit, a time and a link. They contain no text from states,
 * clouds, providers or incidents: no address, value, tag, name of a state, error text or reason.
 */

const WHY = 'This repository is public, so details are shown to people of the organization alone';

function where({ id, org_id, finished_at: at }: ReportedAnalysis, publicUrl: string | undefined): string {
  const when = at === null ? '' : ` Compared at ${codeSpan(`${at.slice(0, 16).replace('T', ' ')} UTC`)}.`;
  return `${WHY}: ${pageLink({ id, org_id }, publicUrl)}.${when}`;
}

/** The number of unchecked resources, without reasons; empty if all were checked. */
function gapSentence(side: Side): string {
  const text = gapText(side);
  return text && `Not checked (may have drifted): ${text}.`;
}

/** The number of root modules that were not compared. */
export const publicRootsSentence = (roots: readonly string[]): string =>
  `It touches ${counted(roots.length, 'root module')} whose states are not known as this repository's: nothing was compared for them.`;

function besides({ touched, others, everything, roots }: PullRequestView): string[] {
  const drifted = `${counted(others.drifted.length, 'resource')} drifted (${severityText(others.drifted)})`;
  return present(
    gapSentence(touched),
    others.drifted.length > 0 && `In other states of this repository, ${drifted}.`,
    everything && 'All states of the repository count as touched.',
    roots.length > 0 && publicRootsSentence(roots),
  );
}

function factsOf(view: PullRequestView): string[] {
  const { status } = view.analysis;
  if (status === 'failed' || status === 'canceled') return ['Drift is unknown.'];
  return [overview(view), ...besides(view)];
}

/** The report on a pull request of a public repository. */
export function publicPullRequestReport(
  view: PullRequestView,
  verdict: Verdict,
  { sha, publicUrl }: About,
): PullRequestReport {
  const facts = factsOf(view);
  const again = `Commit ${codeSpan(sha.slice(0, 12))}. To check again, comment ${codeSpan('plumbline scan')}.`;
  const foot = `${where(view.analysis, publicUrl)} ${again}`;
  return {
    title: verdict.title,
    summary: bounded([...facts, foot]),
    text: undefined,
    comment: bounded([`## ${verdict.title}`, ...facts, `---\n\n${foot}`, COMMENT_MARKER]),
  };
}

/** The drift issue of a public repository. */
export function publicDriftIssue(analysis: ReportedAnalysis, side: Side, publicUrl: string | undefined): IssueText {
  const checked = side.inScope - side.gaps.length;
  const body = bounded([
    `${driftedText(side.drifted.length, checked, sideEffectsOf(side))}: ${severityText(side.drifted)}.`,
    ...present(gapSentence(side)),
    `---\n\n${where(analysis, publicUrl)} Plumbline keeps this issue up to date, and closes it when the drift is gone.`,
    ISSUE_MARKER,
  ]);
  return { title: DRIFT_ISSUE_TITLE, body };
}
