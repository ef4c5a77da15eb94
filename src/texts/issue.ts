import { bounded } from './bounded.ts';
import { coverageSentence } from './coverage.ts';
import { analysisLink } from './links.ts';
import { codeSpan, marker } from './markup.ts';
import { driftedText } from '../engine/report/wording/drifted.ts';
import { severityText } from './overview.ts';
import { present } from './present.ts';
import { driftSections } from './sections.ts';
import { sideEffectsOf, type Side, type ReportedAnalysis } from './reported.ts';

/** Identifies the drift issue of a repository. */
export const ISSUE_MARKER = marker('drift');

/** Never changes for a repository, so that subscribers can find the issue by its title. */
export const DRIFT_ISSUE_TITLE = 'Drift in the Terraform states of this repository';

export type IssueText = { title: string; body: string };

function footer({ id, finished_at: at }: ReportedAnalysis, publicUrl: string | undefined): string {
  const when = at === null ? '' : ` at ${codeSpan(`${at.slice(0, 16).replace('T', ' ')} UTC`)}`;
  return `---\n\nChecked${when}. Full report: ${analysisLink(id, publicUrl)}. Plumbline keeps this issue up to date, and closes it when the drift is gone.`;
}

/**
 * The issue while there is drift: the findings, their dates, similar incidents, and resources that were not checked.
 */
export function driftIssue(analysis: ReportedAnalysis, side: Side, publicUrl: string | undefined): IssueText {
  const checked = side.inScope - side.gaps.length;
  const overview = `${driftedText(side.drifted.length, checked, sideEffectsOf(side))}: ${severityText(side.drifted)}.`;
  const body = bounded([
    overview,
    ...present(coverageSentence(side)),
    'For each: revert it with an apply, update the code to keep it, or ignore it with a rule that gives the reason.',
    ...driftSections(analysis, side),
    footer(analysis, publicUrl),
    ISSUE_MARKER,
  ]);
  return { title: DRIFT_ISSUE_TITLE, body };
}

/** The issue once all drift is resolved. */
export function noDriftIssue(analysis: ReportedAnalysis, publicUrl: string | undefined): IssueText {
  const text = 'All drift is resolved.';
  return { title: DRIFT_ISSUE_TITLE, body: bounded([text, footer(analysis, publicUrl), ISSUE_MARKER]) };
}
