import { bounded } from './bounded.ts';
import { coverageSentence } from './coverage.ts';
import { analysisLink } from './links.ts';
import { codeSpan, marker } from './markup.ts';
import { plural, severityText } from './overview.ts';
import { driftSections } from './sections.ts';
import type { Side, Told } from './told.ts';

/** What the issue of a repository is found again by. */
export const ISSUE_MARKER = marker('drift');

/** The same as long as it is about the same repository: whoever subscribes to it by its title finds it again. */
export const DRIFT_ISSUE_TITLE = 'Drift in the Terraform states of this repository';

export type IssueText = { title: string; body: string };

function footer({ id, finished_at: at }: Told, publicUrl: string | undefined): string {
  const when = at === null ? '' : ` at ${codeSpan(`${at.slice(0, 16).replace('T', ' ')} UTC`)}`;
  return `---\n\nLooked at${when}. All of it: ${analysisLink(id, publicUrl)}. Plumbline keeps this issue up to date, and closes it when the drift is gone.`;
}

/** The issue while something has drifted: what, since when, what was seen before, what could not be looked at. */
export function driftIssue(told: Told, side: Side, publicUrl: string | undefined): IssueText {
  const looked = side.inScope - side.gaps.length;
  const many = side.drifted.length;
  const gap = coverageSentence(side);
  const overview = `${many.toLocaleString('en-US')} of ${plural(looked, 'resource')} looked at ${many === 1 ? 'is' : 'are'} not as Terraform left ${many === 1 ? 'it' : 'them'}: ${severityText(side.drifted)}.`;
  const body = bounded([
    overview,
    ...(gap === '' ? [] : [gap]),
    'For each, decide: apply to put it back, write it into the configuration to keep it, or ignore it with a rule that says why.',
    ...driftSections(told, side),
    footer(told, publicUrl),
    ISSUE_MARKER,
  ]);
  return { title: DRIFT_ISSUE_TITLE, body };
}

/** The issue when nothing is left of the drift. */
export function noDriftIssue(told: Told, publicUrl: string | undefined): IssueText {
  const text = 'What had drifted is as Terraform left it, or the states follow it.';
  return { title: DRIFT_ISSUE_TITLE, body: bounded([text, footer(told, publicUrl), ISSUE_MARKER]) };
}
