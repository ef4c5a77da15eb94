import { describe, expect, test } from 'vitest';
import { instructed } from '../../testkit/instructed.ts';
import { INSTRUCTIONS } from '../../testkit/instructions.ts';
import { deeds, outsideCode, pieces } from '../../testkit/markdown.ts';
import { reportOf } from '../../testkit/reported.ts';
import type { Analysis } from '../engine/model/analysis.ts';
import { driftIssue } from './issue.ts';
import { markdownReport } from './markdown.ts';
import { pullRequestReport } from './pull-request/report.ts';
import { verdictOf } from './pull-request/verdict.ts';
import { viewOf } from './pull-request/view.ts';
import { sideOf } from './reported.ts';

const ABOUT = { sha: '2f6a0c1d9b3e4f5a6b7c8d9e0f1a2b3c4d5e6f70', publicUrl: 'https://plumbline.example.com' };

function onPullRequest(analysis: Analysis) {
  const view = viewOf(reportOf(analysis), { own: () => true, touched: () => true });
  return pullRequestReport(view, verdictOf(view, null), ABOUT);
}

function onIssue(analysis: Analysis): string {
  const reported = reportOf(analysis);
  return driftIssue(
    reported,
    sideOf(reported, () => true),
    ABOUT.publicUrl,
  ).body;
}

const RENDERED = [
  ['the report of the command line', markdownReport],
  ['the comment of a pull request', (analysis: Analysis) => onPullRequest(analysis).comment],
  ['the issue of a repository', onIssue],
  ['the text of a check', (analysis: Analysis) => onPullRequest(analysis).text ?? ''],
] as const;

describe.each(RENDERED)('%s, with instructions wherever somebody else writes', (_, render) => {
  test('shows each of them as code, and changes nothing else', () => {
    const harmless = deeds(pieces(render(instructed({ text: 'harmless' }))));
    const escaped = INSTRUCTIONS.flatMap(({ token, text }) => {
      const markdown = render(instructed({ text }));
      expect(markdown).toContain(token);
      const shown = pieces(markdown);
      const outside = outsideCode(shown, token);
      const does = deeds(shown);
      const done = JSON.stringify(does) === JSON.stringify(harmless) ? [] : does;
      return outside.length + done.length > 0 ? [{ text, outside, done }] : [];
    });
    expect(escaped).toEqual([]);
  });
});
