import { emptyCounts, SEVERITIES, type Analysis, type Counts, type Coverage, type Finding } from './analysis.ts';

/** Counts the verdicts. `resources` are all instances, whatever became of them. */
export function countVerdicts(coverage: readonly Coverage[]): Counts {
  const counts = emptyCounts();
  for (const { verdict } of coverage) counts[verdict] += 1;
  return { ...counts, resources: coverage.length };
}

/** How many findings are told one by one. */
const TOLD = 5;

const plural = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

function headline({ findings, counts }: Summed): string {
  const looked = counts.in_sync + counts.changed + counts.deleted;
  if (looked === 0) return 'Nothing was looked at, so nothing can be said about drift.';
  if (findings.length === 0) return `No drift: ${plural(looked, 'resource')} as the state says.`;
  const parts = [counts.changed > 0 && `${counts.changed} changed`, counts.deleted > 0 && `${counts.deleted} deleted`];
  return `Drift in ${findings.length} of ${plural(looked, 'resource')}: ${parts.filter(Boolean).join(', ')}.`;
}

function told(findings: readonly Finding[]): string[] {
  const rank = (finding: Finding) => SEVERITIES.indexOf(finding.severity);
  const sorted = [...findings].sort((a, b) => rank(a) - rank(b) || (a.resource < b.resource ? -1 : 1));
  const lines = sorted.slice(0, TOLD).map((finding) => `${finding.severity}: ${finding.message}`);
  return sorted.length > TOLD ? [...lines, `… and ${plural(sorted.length - TOLD, 'more finding')}.`] : lines;
}

function advice(findings: readonly Finding[]): string[] {
  const kinds = new Set(findings.map((finding) => finding.kind));
  const lines: string[] = [];
  if (kinds.has('changed'))
    lines.push('For each change, decide: apply to revert it, or write it into the configuration and apply to keep it.');
  if (kinds.has('deleted'))
    lines.push(
      'What was deleted is made again by the next apply; if it is gone on purpose, remove it from the configuration.',
    );
  return lines;
}

function honesty({ counts, states }: Summed): string[] {
  const unread = states.filter((state) => state.status === 'unreadable').length;
  const parts = [
    unread > 0 && `${plural(unread, 'state')} could not be read`,
    counts.unreadable > 0 && `${plural(counts.unreadable, 'resource')} could not be read`,
    counts.unsupported > 0 && `${plural(counts.unsupported, 'resource')} had no provider that can read them`,
    counts.suspect > 0 && `${plural(counts.suspect, 'deletion')} could not be confirmed`,
  ].filter((part) => part !== false);
  return parts.length === 0
    ? []
    : [`Not everything was looked at: ${parts.join('; ')}. The coverage says which and why.`];
}

export type Summed = Pick<Analysis, 'findings' | 'counts' | 'states' | 'error'>;

/** What an engineer would write under the analysis: what changed, why it matters, what to do. The same input, the same text. */
export function summarise(summed: Summed): string {
  if (summed.error) return `The analysis could not be made: ${summed.error.detail}`;
  const { findings } = summed;
  return [headline(summed), ...told(findings), ...advice(findings), ...honesty(summed)].join('\n');
}
