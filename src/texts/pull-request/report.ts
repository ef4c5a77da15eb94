import { bounded } from '../bounded.ts';
import { coverageSentence } from '../coverage.ts';
import { analysisLink } from '../links.ts';
import { codeSpan, marker, shortSpan } from '../markup.ts';
import { plural, severityText } from '../overview.ts';
import { driftSections } from '../sections.ts';
import { statesText, type Verdict } from './verdict.ts';
import type { PullRequestView } from './view.ts';

/** What a report is about besides the analysis. */
export type About = { sha: string; publicUrl: string | undefined };

/** What the comment of a pull request is found again by. */
export const COMMENT_MARKER = marker('pull-request');

/** What it is about, where all of it is, and how to look again. */
function footer({ told: { id, finished_at: at } }: PullRequestView, { sha, publicUrl }: About): string {
  const when = at === null ? '' : `, ${codeSpan(`${at.slice(0, 16).replace('T', ' ')} UTC`)}`;
  return `Commit ${codeSpan(sha.slice(0, 12))}${when}. All of it: ${analysisLink(id, publicUrl)}. To look again, comment ${codeSpan('plumbline scan')}.`;
}

/** How much drifted in the states that are touched, and how much was looked at. */
export function overview({ touched, waiting }: PullRequestView): string {
  if (touched.states.length === 0 && waiting > 0) return waitingSentence(waiting);
  const looked = touched.inScope - touched.gaps.length;
  const among = `${plural(looked, 'resource')} looked at in ${statesText(touched)}`;
  if (touched.drifted.length === 0) return `No drift among ${among}.`;
  const are = touched.drifted.length === 1 ? 'is' : 'are';
  const many = looked === 1 ? 'resource' : 'resources';
  return `${touched.drifted.length.toLocaleString('en-US')} of ${looked.toLocaleString('en-US')} ${many} looked at in ${statesText(touched)} ${are} not as Terraform left ${touched.drifted.length === 1 ? 'it' : 'them'}: ${severityText(touched.drifted)}.`;
}

const MOST_ROOTS = 5;

/** Root modules of which nothing can be said, since nobody knows their states yet. */
export function rootsSentence(roots: readonly string[]): string {
  const shown = roots.slice(0, MOST_ROOTS).map((root) => shortSpan(root, 100));
  const more = roots.length - shown.length;
  const list = [...shown, ...(more > 0 ? [`${more.toLocaleString('en-US')} more`] : [])].join(', ');
  return `It touches root modules whose states are not known as this repository's, so that nothing was compared for them: ${list}. Which states they have is read from the default branch.`;
}

/** States of which nothing is said, since nobody has accepted them as the repository's own. */
function waitingSentence(waiting: number): string {
  const [are, them] = waiting === 1 ? ['is', 'it'] : ['are', 'them'];
  return `It touches ${plural(waiting, 'state')} that this repository claims and that ${are} not accepted as its own: nothing is said about ${them} here. An admin of the organization accepts ${them} on the page "Repositories" or with ${codeSpan('plumbline states accept')}.`;
}

/** What could not be looked at, and drift that the pull request has nothing to do with. */
function besides({ touched, elsewhere, everything, roots, waiting }: PullRequestView): string[] {
  const states = new Set(elsewhere.drifted.map(({ state_key: key }) => key)).size;
  const are = elsewhere.drifted.length === 1 ? 'has' : 'have';
  const gap = coverageSentence(touched);
  return [
    ...(gap === '' ? [] : [gap]),
    ...(elsewhere.drifted.length > 0
      ? [
          `Elsewhere in this repository's states, ${plural(elsewhere.drifted.length, 'resource')} in ${plural(states, 'state')} ${are} drifted (${severityText(elsewhere.drifted)}); this pull request does not touch ${states === 1 ? 'it' : 'them'}.`,
        ]
      : []),
    ...(everything
      ? ['This pull request changes more than is listed or read of it: all states of the repository count as touched.']
      : []),
    ...(waiting > 0 && touched.states.length > 0 ? [waitingSentence(waiting)] : []),
    ...(roots.length > 0 ? [rootsSentence(roots)] : []),
  ];
}

const OVERWRITE = [
  '### What merging would overwrite',
  '',
  'The next apply does this to what is live (`-` is live now, `+` is what the state says), unless by then the configuration says what is live, or leaves it alone (`ignore_changes`).',
].join('\n');

/** What failed, where nothing can be said of drift. */
function failure({ told: { status, error } }: PullRequestView): string[] | undefined {
  if (status === 'canceled') return ['It was canceled before it had come to its end: nothing is said about drift.'];
  if (status !== 'failed') return undefined;
  const detail = error === null ? [] : [shortSpan(error.detail, 1000)];
  return ['Nothing can be said about drift.', ...detail];
}

/** What is written to a pull request: the texts of a check, and the comment, which says the same in one. */
export type PullRequestReport = { title: string; summary: string; text: string | undefined; comment: string };

/**
 * The report on a pull request: what drifted among the states that it touches, what merging would overwrite, what was seen
 * before, what could not be looked at, and in a line what drifted elsewhere. Everything from outside stands in code. At most
 * `MOST_CHARACTERS` each; the same input gives the same bytes.
 */
export function pullRequestReport(view: PullRequestView, verdict: Verdict, about: About): PullRequestReport {
  const failed = failure(view);
  const facts = failed ?? [overview(view), ...besides(view)];
  const parts = failed ? [] : driftSections(view.told, view.touched, OVERWRITE);
  const foot = footer(view, about);
  return {
    title: verdict.title,
    summary: bounded([...facts, foot]),
    text: parts.length === 0 ? undefined : bounded(parts),
    comment: bounded([`## ${verdict.title}`, ...facts, ...parts, `---\n\n${foot}`, COMMENT_MARKER]),
  };
}
