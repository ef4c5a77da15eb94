import type { Analysis } from '../src/engine/model/analysis.ts';
import { goldenText, type GoldenFinding } from './parity/golden.ts';

/** What became of each resource, and what was found, without what differs from run to run. */
export type Found = { verdicts: Record<string, string>; findings: GoldenFinding[] };

export function foundIn({ findings, coverage }: Analysis): Found {
  const verdicts = coverage.map(({ resource, verdict, reason }) => [
    resource,
    [verdict, reason].filter(Boolean).join(' '),
  ]);
  return { verdicts: Object.fromEntries(verdicts), findings: JSON.parse(goldenText(findings)) as GoldenFinding[] };
}
