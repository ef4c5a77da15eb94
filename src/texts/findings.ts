import { severityRank, type AttributeDrift, type Finding, type Severity } from '../engine/model/analysis.ts';
import { attributeLines, diffText, shownAttributes } from './attribute.ts';
import type { Part } from './bounded.ts';
import type { FindingGroup } from './grouping.ts';
import { block, codeSpan, shortSpan } from './markup.ts';
import { consequenceText, omittedText, placeText, plural } from './overview.ts';

/** Columns: of a line of a difference, of an address, of a sentence. */
const WIDTH = 100;
const NAME = 250;
const SENTENCE = 300;
const MOST_ATTRIBUTES = 20;
const MOST_CONSEQUENCES = 5;

/** The rank of something about a finding: by its severity, then by what it is. */
export const rankOf = (severity: Severity, within: number): number => severityRank(severity) * 10 + within;

export const nameSpan = (address: string): string => shortSpan(address, NAME);

const day = (time: string) => codeSpan(time.slice(0, 10));

function consequenceLines(consequences: readonly Finding[]): string[] {
  const rest = consequences.length - MOST_CONSEQUENCES;
  return [
    ...consequences
      .slice(0, MOST_CONSEQUENCES)
      .map((one) => `  - side effect: ${shortSpan(consequenceText(one), NAME)}`),
    ...(rest > 0 ? [`  - and ${plural(rest, 'more side effect')}`] : []),
  ];
}

/** What drifted, in a line or two: how bad, on what, why that matters, in which of several states, where and since when. */
export function driftPart(group: FindingGroup, about: About): Part {
  return { rank: rankOf(group.finding.severity, 0), text: () => driftText(group, about) };
}

/** Whether it is told of several states, and whether the like was seen before. */
type About = { several: boolean; seen: boolean };

function driftText({ finding, consequences }: FindingGroup, about: About): string {
  const { severity, kind, resource, first_seen_at: since, state_key: key } = finding;
  const place = placeText(finding);
  const facts = [
    ...(about.several ? [`state ${nameSpan(key)}`] : []),
    ...(place === '' ? [] : [shortSpan(place, NAME)]),
    `since ${day(since)}`,
    ...(about.seen ? ['seen before'] : []),
  ];
  return [
    `- **${severity}**, ${kind}: ${nameSpan(resource)}\\`,
    `  ${shortSpan(finding.message, SENTENCE)} (${facts.join(', ')})`,
    ...consequenceLines(consequences),
  ].join('\n');
}

const back = (attribute: AttributeDrift): AttributeDrift => ({
  ...attribute,
  before: attribute.after,
  after: attribute.before,
  action: attribute.action === 'added' ? 'removed' : attribute.action === 'removed' ? 'added' : 'changed',
});

/** What an apply does to a resource that drifted, in words. */
function doneTo({ kind, attributes }: Finding): string {
  if (kind === 'deleted') return 'is made again, as a new one';
  return attributes.some(({ requires_replace: replaces }) => replaces)
    ? '**is replaced**: destroyed, and made again'
    : 'is changed back';
}

/** What the next apply does to it, attribute by attribute: from what is live to what the state says. */
export function overwritePart({ finding }: FindingGroup): Part {
  return { rank: rankOf(finding.severity, 1), text: () => overwriteText(finding) };
}

function overwriteText(finding: Finding): string {
  const { resource } = finding;
  const attributes = shownAttributes(finding.attributes);
  const rest = attributes.length - MOST_ATTRIBUTES;
  const lines = attributes
    .slice(0, MOST_ATTRIBUTES)
    .flatMap((one) => attributeLines(back(one), WIDTH, 'in the analysis'))
    .map(diffText);
  if (rest > 0) lines.push(`  … ${plural(rest, 'more attribute')}; all of them in the analysis`);
  const omitted = omittedText(finding);
  if (omitted !== '') lines.push(`  … ${omitted}, listed by the attribute that they lie in`);
  const title = `- ${nameSpan(resource)} ${doneTo(finding)}${lines.length > 0 ? ':' : ''}`;
  return lines.length > 0 ? [title, '', ...block(lines, '  ')].join('\n') : title;
}
