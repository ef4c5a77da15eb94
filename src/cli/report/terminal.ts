import { counted } from '../../base/plural.ts';
import { styleText } from 'node:util';
import type { Analysis, Finding, Severity } from '../../engine/model/analysis.ts';
import { reasonText } from '../../engine/report/wording/unchecked.ts';
import { attributeLines, shownAttributes, type DiffLine } from '../../texts/attribute.ts';
import { gaps, grouped, type Gap, type StateGroup } from '../../texts/grouping.ts';
import {
  GAPS,
  callsText,
  sideEffectText,
  countsText,
  findingsText,
  gapsOf,
  headline,
  informationText,
  omittedText,
  inScope,
  placeText,
  providersText,
  ruleNotes,
  secondsOf,
  tagSettingsTexts,
  withoutIncidentText,
  type Headline,
} from '../../texts/overview.ts';
import { restText, seenBefore, summaryText, tracesText } from '../../texts/seen-before.ts';
import { visible } from '../../base/visible.ts';
import { fit, wrap } from '../../texts/width.ts';

export type Format = Parameters<typeof styleText>[0];
export type Paint = (format: Format, text: string) => string;

/** How a report is laid out: columns, and whether colours may be used. */
export type Layout = { width: number; color: boolean };

const TONES: Readonly<Record<Headline['tone'], Format>> = {
  good: ['bold', 'green'],
  drift: ['bold', 'yellow'],
  unsure: ['bold', 'yellow'],
  bad: ['bold', 'red'],
};
const SEVERITY_COLORS: Readonly<Record<Severity, Format>> = {
  critical: ['bold', 'red'],
  high: 'red',
  medium: 'yellow',
  low: 'cyan',
  none: 'dim',
};
const SIGN_COLORS: Readonly<Record<DiffLine['sign'], Format>> = { '~': 'yellow', '+': 'green', '-': 'red', ' ': 'dim' };
const MAX_NAMES = 8;

export function painter(color: boolean): Paint {
  // The caller has checked the terminal; styleText must not check another stream.
  return color ? (format, text) => styleText(format, text, { validateStream: false }) : (_, text) => text;
}

function findingLines(finding: Finding, width: number, paint: Paint): string[] {
  const kind = finding.kind.toUpperCase().padEnd(8);
  const severity = finding.severity.padEnd(9);
  const place = placeText(finding);
  const inner = '      ';
  const lines = shownAttributes(finding.attributes).flatMap((attribute) =>
    attributeLines(attribute, width - inner.length - 2),
  );
  const beside = informationText(finding);
  const omitted = omittedText(finding);
  return [
    `  ${paint(finding.kind === 'deleted' ? 'red' : 'yellow', kind)} ${paint(SEVERITY_COLORS[finding.severity], severity)} ${paint('bold', fit(visible(finding.resource), width - 21))}`,
    ...(place !== '' ? [paint('dim', inner + fit(visible(place), width - inner.length))] : []),
    ...wrap(visible(finding.message), width - inner.length).map((line) => inner + line),
    ...lines.map(
      ({ depth, sign, text }) =>
        `${inner}${'  '.repeat(depth)}${paint(SIGN_COLORS[sign], sign)} ${sign === ' ' ? paint('dim', text) : text}`,
    ),
    ...(omitted === '' ? [] : [paint('dim', `${inner}  ${omitted}`)]),
    ...(beside === '' ? [] : wrap(visible(beside), width - inner.length).map((line) => paint('dim', inner + line))),
  ];
}

/** A side effect of a finding, in a few words beneath it. */
function sideEffectLines(finding: Finding, width: number, paint: Paint): string[] {
  const names = sideEffectText(finding);
  return wrap(visible(`side effect: ${names}`), width - 8).map((line, i) =>
    paint('dim', `${i === 0 ? '      ↳ ' : '        '}${line}`),
  );
}

function stateLines({ key, state, modules }: StateGroup, width: number, paint: Paint): string[] {
  const facts = [
    state && state.serial !== null ? `serial ${state.serial}` : '',
    state?.terraform_version ? `Terraform ${visible(state.terraform_version)}` : '',
  ].filter(Boolean);
  const title = `State ${visible(key)}${facts.length > 0 ? ` (${facts.join(', ')})` : ''}`;
  const body = modules.flatMap(({ module, findings }) => [
    ...(module === '' ? [] : ['', `  ${paint('underline', fit(visible(module), width - 2))}`]),
    ...findings.flatMap(({ finding, sideEffects }) => [
      '',
      ...findingLines(finding, width, paint),
      ...sideEffects.flatMap((one) => sideEffectLines(one, width, paint)),
    ]),
  ]);
  return ['', paint('bold', fit(title, width)), ...body];
}

function gapLines(gap: Gap, width: number, paint: Paint): string[] {
  const why = visible(reasonText(gap));
  const title =
    gap.verdict === 'suspect' ? counted(gap.total, why) : `${counted(gap.total, 'resource')} ${gap.verdict}: ${why}`;
  const details = gap.details.flatMap(({ detail, instances }) => {
    const names = instances.slice(0, MAX_NAMES).map(({ resource }) => fit(visible(resource), width - 6));
    const rest = instances.length - names.length;
    return [
      ...(detail ? wrap(visible(detail), width - 4).map((line) => `    ${line}`) : []),
      ...names.map((name) => paint('dim', `      ${name}`)),
      ...(rest > 0 ? [paint('dim', `      … and ${rest} more; all of them with --json`)] : []),
    ];
  });
  return [`  ${paint('yellow', fit(title, width - 2))}`, ...details];
}

function coverageLines(analysis: Analysis, width: number, paint: Paint): string[] {
  const states = analysis.states.filter(({ status }) => status === 'unreadable');
  return [
    ...states.flatMap(({ key, code, detail }) => [
      `  ${paint('yellow', fit(`state ${visible(key)}: ${visible((code ?? 'unreadable').replaceAll('_', ' '))}`, width - 2))}`,
      ...(detail ? wrap(visible(detail), width - 4).map((line) => `    ${line}`) : []),
    ]),
    ...gaps(analysis).flatMap((gap) => gapLines(gap, width, paint)),
  ];
}

/** A day is ten columns wide. */
const DAY = ' '.repeat('2026-01-31  '.length);

function seenLines(analysis: Analysis, width: number, paint: Paint): string[] {
  const { shown, rest } = seenBefore(analysis);
  const room = width - 4 - DAY.length;
  return [
    ...shown.flatMap(({ resource, matches }) => [
      `  ${paint('bold', fit(visible(resource), width - 2))}`,
      ...matches.flatMap((match) => [
        ...wrap(visible(summaryText(match)), room).map(
          (line, i) => `    ${i === 0 ? `${visible(match.date)}  ` : DAY}${line}`,
        ),
        ...wrap(visible(tracesText(match, resource)), room).map((line) => paint('dim', `    ${DAY}${line}`)),
      ]),
    ]),
    ...(rest > 0 ? [paint('dim', `  ${restText(rest)}`)] : []),
  ];
}

/** Whether the error of an analysis is among the reasons of what was not checked. */
function isAmongGaps({ coverage }: Analysis, { detail }: NonNullable<Analysis['error']>): boolean {
  return coverage.some((entry) => GAPS.includes(entry.verdict) && entry.detail === detail);
}

function closing(analysis: Analysis): string {
  const checked = inScope(analysis) - gapsOf(analysis).instances;
  const seconds = secondsOf(analysis);
  return [
    findingsText(analysis),
    `${checked.toLocaleString('en-US')} of ${counted(inScope(analysis), 'resource')} checked in ${counted(analysis.states.length, 'state')}`,
    ...(seconds === undefined ? [] : [`${seconds.toFixed(1)} s`]),
  ].join('; ');
}

function providerLines(analysis: Analysis, width: number, paint: Paint): string[] {
  const text = providersText(analysis);
  const tags = tagSettingsTexts(analysis).map(visible);
  const calls = callsText(analysis);
  const all = [
    ...(text === '' ? [] : [`Read with ${visible(text)}.`]),
    ...(calls === '' ? [] : [`${calls}.`]),
    ...tags,
  ];
  return all.flatMap((one) => wrap(one, width)).map((line) => paint('dim', line));
}

/**
 * An analysis for a person: the verdict, the findings by state and module, what was not checked, a summary.
 * Lines are at most `width` columns. Text from outside never reaches the terminal raw.
 */
export function terminalReport(analysis: Analysis, { width, color }: Layout): string {
  const paint = painter(color);
  const { tone, text } = headline(analysis);
  const counts = countsText(analysis);
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', paint('bold', title), ...lines];
  const indented = (line: string) => wrap(visible(line), width - 2).map((one) => `  ${one}`);
  const notes = ruleNotes(analysis).flatMap(({ name, note }) => indented(`${name} ${note}`));
  return [
    ...wrap(text, width).map((line) => paint(TONES[tone], line)),
    ...(analysis.error && !isAmongGaps(analysis, analysis.error) ? wrap(visible(analysis.error.detail), width) : []),
    ...(counts === '' ? [] : wrap(counts, width)),
    ...grouped(analysis).flatMap((group) => stateLines(group, width, paint)),
    ...section('Seen before', seenLines(analysis, width, paint)),
    ...section('Not checked (may have drifted)', coverageLines(analysis, width, paint)),
    ...section('Ignore rules to review', notes),
    ...section(
      'Suggestions',
      analysis.suggestions.flatMap(({ detail }) => indented(detail)),
    ),
    ...(withoutIncidentText(analysis) === '' ? [] : ['', ...wrap(withoutIncidentText(analysis), width)]),
    ...(analysis.counts.resources > 0 ? ['', ...wrap(`${closing(analysis)}.`, width)] : []),
    ...providerLines(analysis, width, paint),
    '',
  ].join('\n');
}
