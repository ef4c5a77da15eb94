import { counted } from '../base/plural.ts';
import { severityRank, type AttributeDrift, type Finding, type Severity } from '../engine/model/analysis.ts';
import { attributeLines, diffText, shownAttributes } from './attribute.ts';
import type { Part } from './bounded.ts';
import type { FindingGroup } from './grouping.ts';
import { block, codeSpan, shortSpan } from './markup.ts';
import { sideEffectText, omittedText, placeText } from './overview.ts';
import { present } from './present.ts';

/** Maximum columns of a difference's line, an address and a sentence. */
const WIDTH = 100;
const NAME = 250;
const SENTENCE = 300;
const MAX_ATTRIBUTES = 20;
const MAX_SIDE_EFFECTS = 5;

/** The rank of a part about a finding: by severity, then by `within`. */
export const rankOf = (severity: Severity, within: number): number => severityRank(severity) * 10 + within;

export const nameSpan = (address: string): string => shortSpan(address, NAME);

const day = (time: string) => codeSpan(time.slice(0, 10));

function sideEffectLines(sideEffects: readonly Finding[]): string[] {
  const rest = sideEffects.length - MAX_SIDE_EFFECTS;
  return [
    ...sideEffects.slice(0, MAX_SIDE_EFFECTS).map((one) => `  - side effect: ${shortSpan(sideEffectText(one), NAME)}`),
    ...(rest > 0 ? [`  - and ${counted(rest, 'more side effect')}`] : []),
  ];
}

/**
 * A finding on one or two lines: severity, address, message, state (if there are several), location, and the date of
 * its first occurrence.
 */
export function driftPart(group: FindingGroup, about: About): Part {
  return { rank: rankOf(group.finding.severity, 0), text: () => driftText(group, about) };
}

/** `several`: the report covers several states. `seen`: a similar incident is known. */
type About = { several: boolean; seen: boolean };

function driftText({ finding, sideEffects }: FindingGroup, about: About): string {
  const { severity, kind, resource, first_seen_at: since, state_key: key } = finding;
  const place = placeText(finding);
  const facts = present(
    about.several && `state ${nameSpan(key)}`,
    place && shortSpan(place, NAME),
    `since ${day(since)}`,
    about.seen && 'seen before',
  );
  return [
    `- **${severity}**, ${kind}: ${nameSpan(resource)}\\`,
    `  ${shortSpan(finding.message, SENTENCE)} (${facts.join(', ')})`,
    ...sideEffectLines(sideEffects),
  ].join('\n');
}

const back = (attribute: AttributeDrift): AttributeDrift => ({
  ...attribute,
  before: attribute.after,
  after: attribute.before,
  action: attribute.action === 'added' ? 'removed' : attribute.action === 'removed' ? 'added' : 'changed',
});

/** The effect of an apply on a drifted resource. */
function applyText({ kind, attributes }: Finding): string {
  if (kind === 'deleted') return 'is recreated';
  return attributes.some(({ requires_replace: replaces }) => replaces)
    ? '**is replaced**: destroyed and recreated'
    : 'is changed back';
}

/**
 * The effect of the next apply on a resource, attribute by attribute: from the live value to the value in the state.
 */
export function overwritePart({ finding }: FindingGroup): Part {
  return { rank: rankOf(finding.severity, 1), text: () => overwriteText(finding) };
}

function overwriteText(finding: Finding): string {
  const { resource } = finding;
  const attributes = shownAttributes(finding.attributes);
  const rest = attributes.length - MAX_ATTRIBUTES;
  const lines = attributes
    .slice(0, MAX_ATTRIBUTES)
    .flatMap((one) => attributeLines(back(one), WIDTH, 'in the analysis'))
    .map(diffText);
  if (rest > 0) lines.push(`  … ${counted(rest, 'more attribute')}; all of them in the analysis`);
  const omitted = omittedText(finding);
  if (omitted !== '') lines.push(`  … ${omitted}, listed by the attribute that they lie in`);
  const title = `- ${nameSpan(resource)} ${applyText(finding)}${lines.length > 0 ? ':' : ''}`;
  return lines.length > 0 ? [title, '', ...block(lines, '  ')].join('\n') : title;
}
