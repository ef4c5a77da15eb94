import { counted } from '../base/plural.ts';
import { severityRank, type Finding, type SeenBefore } from '../engine/model/analysis.ts';
import type { Part, Section } from './bounded.ts';
import { coverageParts } from './coverage.ts';
import { driftPart, nameSpan, overwritePart, rankOf } from './findings.ts';
import { grouped, type FindingGroup } from './grouping.ts';
import { codeSpan, shortSpan } from './markup.ts';
import { summaryText, tracesText } from './seen-before.ts';
import type { Side, ReportedAnalysis } from './reported.ts';

/** Maximum resources that are listed. Nobody reads more, and the analysis has all. */
const MAX_RESOURCES = 200;
/** Number of resources that are visible without unfolding. */
const OPEN = 10;
const TRACES = 200;

const leftOut = (what: string) => (n: number) =>
  `… and ${counted(n, `more ${what}`, `more ${what.replace(/y$/, 'ie')}s`)}, left out here for the length; the analysis has all of them.`;

function groupsOf({ findings, states }: Side): FindingGroup[] {
  const groups = grouped({ findings, states }).flatMap(({ modules }) => modules.flatMap((one) => one.findings));
  return groups.toSorted((a, b) => severityRank(a.finding.severity) - severityRank(b.finding.severity));
}

function seenPart({ finding }: FindingGroup, seen: SeenBefore | undefined): Part[] {
  if (!seen || seen.matches.length === 0) return [];
  const text = () =>
    [
      `- ${nameSpan(finding.resource)}`,
      ...seen.matches.map((match) => {
        const traces = shortSpan(tracesText(match, finding.resource), TRACES);
        return `  - ${codeSpan(match.date)}: ${codeSpan(summaryText(match))} (${traces})`;
      }),
    ].join('\n');
  return [{ rank: rankOf(finding.severity, 2), text }];
}

/**
 * The sections about drift: the drifted resources, the worst first; the effect of an apply on them, with `overwritten`
 * as the heading; similar incidents; and resources that were not checked.
 */
export function driftSections(analysis: ReportedAnalysis, side: Side, overwritten?: string): Section[] {
  const all = groupsOf(side);
  const groups = all.slice(0, MAX_RESOURCES);
  const beyond = all.length - groups.length;
  const byIncident = new Map(analysis.similar.map((one) => [one.incident_id, one]));
  const seenOf = ({ incident_id: id }: Finding) => (id === null ? undefined : byIncident.get(id));
  const section = (head: string, parts: Part[], more: { what?: string; beyond?: number } = {}): Section[] =>
    parts.length === 0
      ? []
      : [{ head, parts, open: OPEN, left: leftOut(more.what ?? 'resource'), beyond: more.beyond ?? 0 }];
  const several = side.states.length > 1;
  return [
    ...section(
      '### Drift',
      groups.map((group) => driftPart(group, { several, seen: seenOf(group.finding) !== undefined })),
      { beyond },
    ),
    ...(overwritten === undefined ? [] : section(overwritten, groups.map(overwritePart), { beyond })),
    ...section(
      '### Seen before',
      groups.flatMap((group) => seenPart(group, seenOf(group.finding))),
    ),
    ...section('### Not checked (may have drifted)', coverageParts(side, rankOf('low', -1)), { what: 'entry' }),
  ];
}
