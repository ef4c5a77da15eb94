import { counted } from '../../base/plural.ts';
import { bounded } from '../bounded.ts';
import { coverageSentence } from '../coverage.ts';
import { analysisLink } from '../links.ts';
import { codeSpan, marker, shortSpan } from '../markup.ts';
import { driftedText } from '../../engine/report/wording/drifted.ts';
import { noDriftText } from '../../engine/report/wording/unchecked.ts';
import { severityText } from '../overview.ts';
import { present } from '../present.ts';
import { sideEffectsOf } from '../reported.ts';
import { driftSections } from '../sections.ts';
import { statesText, type Verdict } from './verdict.ts';
import type { PullRequestView } from './view.ts';

/** The commit of a report, and the address of this server. */
export type About = { sha: string; publicUrl: string | undefined };

/** Identifies the comment on a pull request. */
export const COMMENT_MARKER = marker('pull-request');

/** The commit, a link to the full report, and the command to check again. */
function footer({ analysis: { id, finished_at: at } }: PullRequestView, { sha, publicUrl }: About): string {
  const when = at === null ? '' : `, ${codeSpan(`${at.slice(0, 16).replace('T', ' ')} UTC`)}`;
  return `Commit ${codeSpan(sha.slice(0, 12))}${when}. Full report: ${analysisLink(id, publicUrl)}. To check again, comment ${codeSpan('plumbline scan')}.`;
}

/** The number of drifted resources among the checked ones in the touched states. */
export function overview({ touched, waiting }: PullRequestView): string {
  if (touched.states.length === 0 && waiting > 0) return waitingSentence(waiting);
  const checked = touched.inScope - touched.gaps.length;
  if (touched.drifted.length === 0) {
    const unchecked = { instances: touched.gaps.length, states: touched.unreadable.length };
    return noDriftText(unchecked, touched.inScope, statesText(touched));
  }
  return `${driftedText(touched.drifted.length, checked, sideEffectsOf(touched))} in ${statesText(touched)}: ${severityText(touched.drifted)}.`;
}

const MAX_ROOTS = 5;

/** Names root modules that were not compared because their states are not known yet. */
export function rootsSentence(roots: readonly string[]): string {
  const shown = roots.slice(0, MAX_ROOTS).map((root) => shortSpan(root, 100));
  const more = roots.length - shown.length;
  const list = [...shown, ...(more > 0 ? [`${more.toLocaleString('en-US')} more`] : [])].join(', ');
  return `It touches root modules whose states are not known as this repository's, so that nothing was compared for them: ${list}. Which states they have is read from the default branch.`;
}

/** Mentions states that are not reported because no admin has accepted them as the repository's own. */
function waitingSentence(waiting: number): string {
  const [are, them] = waiting === 1 ? ['is', 'it'] : ['are', 'them'];
  return `It touches ${counted(waiting, 'state')} that this repository claims and that ${are} not accepted as its own: ${waiting === 1 ? 'it is' : 'they are'} not shown here. An admin of the organization accepts ${them} on the page "Repositories" or with ${codeSpan('plumbline states accept')}.`;
}

/** Resources that were not checked, and drift in states that the pull request does not touch. */
function besides({ touched, others, everything, roots, waiting }: PullRequestView): string[] {
  const states = new Set(others.drifted.map(({ state_key: key }) => key)).size;
  const resources = `${counted(others.drifted.length, 'resource')} in ${counted(states, 'state')}`;
  return present(
    coverageSentence(touched),
    others.drifted.length > 0 &&
      `In other states of this repository, ${resources} drifted (${severityText(others.drifted)}); this pull request does not touch ${states === 1 ? 'it' : 'them'}.`,
    everything &&
      'This pull request changes more than is listed or read of it: all states of the repository count as touched.',
    waiting > 0 && touched.states.length > 0 && waitingSentence(waiting),
    roots.length > 0 && rootsSentence(roots),
  );
}

const OVERWRITE = [
  '### Overwritten by merging',
  '',
  'The next apply does this to what is live (`-` is live now, `+` is what the state says), unless by then the configuration says what is live, or leaves it alone (`ignore_changes`).',
].join('\n');

/** The reason why the analysis has no result; undefined if it has one. */
function failure({ analysis: { status, error } }: PullRequestView): string[] | undefined {
  if (status === 'canceled') return ['The analysis was canceled. Drift is unknown.'];
  if (status !== 'failed') return undefined;
  const detail = error === null ? [] : [shortSpan(error.detail, 1000)];
  return ['Drift is unknown.', ...detail];
}

/** The texts of a check run, and the comment, which contains all of them. */
export type PullRequestReport = { title: string; summary: string; text: string | undefined; comment: string };

/**
 * The report on a pull request: the drift in the states that it touches, the changes that merging overwrites, similar
 * incidents, resources that were not checked, and one line about drift in other states. All foreign text is in code
 * spans and blocks. Each text has at most `MAX_CHARACTERS`. Equal input gives equal bytes.
 */
export function pullRequestReport(view: PullRequestView, verdict: Verdict, about: About): PullRequestReport {
  const failed = failure(view);
  const facts = failed ?? [overview(view), ...besides(view)];
  const parts = failed ? [] : driftSections(view.analysis, view.touched, OVERWRITE);
  const foot = footer(view, about);
  return {
    title: verdict.title,
    summary: bounded([...facts, foot]),
    text: parts.length === 0 ? undefined : bounded(parts),
    comment: bounded([`## ${verdict.title}`, ...facts, ...parts, `---\n\n${foot}`, COMMENT_MARKER]),
  };
}
