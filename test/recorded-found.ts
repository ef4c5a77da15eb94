import type { Analysis, Finding } from '../src/engine/model/analysis.ts';
import { findingsText, parseFindings } from '../testkit/golden-findings.ts';
import { goldenText } from './parity/golden.ts';

/** The verdicts on all resources with their reasons, and the findings; both without values that differ in every run. */
export type Found = { verdicts: Record<string, string>; findings: Finding[] };

export function foundIn({ findings, coverage }: Analysis): Found {
  const verdicts = coverage.map(({ resource, verdict, reason }) => [
    resource,
    [verdict, reason].filter(Boolean).join(' '),
  ]);
  return { verdicts: Object.fromEntries(verdicts), findings: parseFindings(goldenText(findings)) };
}

/** The text of results: one verdict per line, an empty line, the findings. */
export function foundText({ verdicts, findings }: Found): string {
  const lines = Object.entries(verdicts).map(([resource, verdict]) => `${verdict} · ${resource}\n`);
  return `${lines.join('')}\n${findingsText(findings)}`;
}

export function parseFound(text: string): Found {
  const [verdicts = '', findings = ''] = text.split('\n\n');
  const pairs = verdicts.split('\n').map((line) => line.split(' · '));
  return {
    verdicts: Object.fromEntries(pairs.map(([verdict = '', resource = '']) => [resource, verdict])),
    findings: parseFindings(findings),
  };
}
