import { counted } from '../base/plural.ts';
import type { Analysis, Finding } from '../engine/model/analysis.ts';
import { reasonText } from '../engine/report/wording/unchecked.ts';
import { attributeLines, diffText, shownAttributes } from './attribute.ts';
import { gaps, grouped, type FindingGroup, type Gap, type StateGroup } from './grouping.ts';
import {
  sideEffectText,
  countsText,
  findingsText,
  headline,
  informationText,
  omittedText,
  placeText,
  providersText,
  ruleNotes,
  tagSettingsTexts,
  withoutIncidentText,
  type Counted,
} from './overview.ts';
import { restText, seenBefore, summaryText, tracesText } from './seen-before.ts';
import { visible } from '../base/visible.ts';
import { block, codeSpan, prose } from './markup.ts';

const WIDTH = 100;
const MAX_NAMES = 20;

function findingLines(finding: Finding): string[] {
  const place = placeText(finding);
  const beside = informationText(finding);
  const omitted = omittedText(finding);
  const title = `- **${finding.kind}**, ${finding.severity}: ${codeSpan(finding.resource)}`;
  const lines = shownAttributes(finding.attributes)
    .flatMap((attribute) => attributeLines(attribute, WIDTH))
    .map(diffText);
  return [
    place !== '' ? `${title} (${codeSpan(place)})` : title,
    '',
    `  ${prose(finding.message)}`,
    ...(lines.length > 0 ? ['', ...block(lines, '  ')] : []),
    ...(omitted === '' ? [] : ['', `  ${omitted}`]),
    ...(beside === '' ? [] : ['', `  ${prose(beside)}`]),
    '',
  ];
}

/** A finding with one line below it for each side effect. */
function groupLines({ finding, sideEffects }: FindingGroup): string[] {
  const lines = sideEffects.map((one) => `  - side effect: ${codeSpan(sideEffectText(one))}`);
  return [...findingLines(finding), ...(lines.length > 0 ? [...lines, ''] : [])];
}

function stateLines({ key, modules }: StateGroup): string[] {
  return [
    `### State ${codeSpan(key)}`,
    '',
    ...modules.flatMap(({ module, findings }) => [
      ...(module === '' ? [] : [`#### ${codeSpan(module)}`, '']),
      ...findings.flatMap(groupLines),
    ]),
  ];
}

/** Lines under a heading; empty without lines. */
const section = (heading: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`### ${heading}`, '', ...lines, ''];

function seenLines(analysis: Pick<Analysis, 'similar'>): string[] {
  const { shown, rest } = seenBefore(analysis);
  return [
    ...shown.flatMap(({ resource, matches }) => [
      `- ${codeSpan(resource)}`,
      ...matches.map(
        (match) =>
          `  - ${visible(match.date)}: ${codeSpan(summaryText(match))} (${codeSpan(tracesText(match, resource))})`,
      ),
    ]),
    ...(rest > 0 ? [`- ${restText(rest)}`] : []),
  ];
}

/** `**unreadable** (access was denied)`. An unconfirmed deletion has no further reason. */
const titleOf = (gap: Gap): string =>
  gap.verdict === 'suspect' ? `**${reasonText(gap)}**` : `**${gap.verdict}** (${prose(reasonText(gap))})`;

function gapLines(gap: Gap): string[] {
  return gap.details.flatMap(({ detail, instances }) => {
    const names = instances.slice(0, MAX_NAMES).map(({ resource }) => codeSpan(resource));
    const rest = instances.length - names.length;
    return [
      `- ${titleOf(gap)}: ${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`,
      ...(detail ? [`  ${codeSpan(detail)}`] : []),
    ];
  });
}

function coverageLines(analysis: Pick<Analysis, 'states' | 'coverage'>): string[] {
  const states = analysis.states.filter(({ status }) => status === 'unreadable');
  return [
    ...states.map(({ key, code, detail }) => `- state ${codeSpan(key)}: ${codeSpan(detail ?? code ?? 'unreadable')}`),
    ...gaps(analysis).flatMap(gapLines),
  ];
}

function readWith(analysis: Pick<Analysis, 'providers'>): string {
  const text = providersText(analysis);
  return text === '' ? '' : `, with ${codeSpan(text)}`;
}

/**
 * An analysis whose findings are all counted, but only some of them listed. Its `coverage` may contain only the
 * instances that were not checked.
 */
export type Reported = Counted & Pick<Analysis, 'coverage'> & { listed: readonly Finding[] };

/** A text as a paragraph; empty for an empty text. */
const paragraph = (text: string): string[] => (text === '' ? [] : [text, '']);

/** Formats an analysis as GitHub-flavoured Markdown, with all of its findings. */
export const markdownReport = (analysis: Analysis): string => markdownOf({ ...analysis, listed: analysis.findings });

/**
 * Formats an analysis as GitHub-flavoured Markdown, for pull requests and tickets. All text from states and clouds is in
 * code spans and blocks, where Markdown is not interpreted.
 */
export function markdownOf(analysis: Reported): string {
  const notes = ruleNotes(analysis).map(({ name, note }) => `- ${codeSpan(name)} ${codeSpan(note)}`);
  const suggestions = analysis.suggestions.map(({ detail }) => `- ${prose(detail)}`);
  const omitted = analysis.findings.length - analysis.listed.length;
  return [
    ...paragraph(`## ${headline(analysis).text}`),
    ...paragraph(countsText(analysis)),
    ...(analysis.error ? paragraph(prose(analysis.error.detail)) : []),
    ...grouped({ findings: analysis.listed, states: analysis.states }).flatMap(stateLines),
    ...(omitted > 0
      ? paragraph(`… and ${counted(omitted, 'finding')} more, none of them more severe than these.`)
      : []),
    ...section('Seen before', seenLines(analysis)),
    ...section('Not checked (may have drifted)', coverageLines(analysis)),
    ...section('Ignore rules to review', notes),
    ...section('Suggestions', suggestions),
    ...paragraph(withoutIncidentText(analysis)),
    `${analysis.findings.length > 0 ? `${findingsText(analysis)}; ` : ''}${counted(analysis.states.length, 'state')} checked by Plumbline${readWith(analysis)}.`,
    ...tagSettingsTexts(analysis).flatMap((text) => ['', prose(text)]),
    '',
  ].join('\n');
}
