import { counted } from '../../base/plural.ts';
import { styleText } from 'node:util';
import type { Analysis, Finding, Severity, StateReport } from '../../engine/model/analysis.ts';
import { reasonText } from '../../engine/report/wording/unchecked.ts';
import { attributeLines, shownAttributes, type DiffLine } from '../../texts/attribute.ts';
import { fixOf } from '../../texts/fix.ts';
import { gaps, worstFirst, type FindingGroup, type Gap } from '../../texts/grouping.ts';
import { nextSteps } from '../../texts/next-steps.ts';
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
import { present } from '../../texts/present.ts';
import { restText, seenBefore, summaryText, tracesText } from '../../texts/seen-before.ts';
import { visible } from '../../base/visible.ts';
import { fits, wrap } from '../../texts/width.ts';

export type Format = Parameters<typeof styleText>[0];
export type Paint = (format: Format, text: string) => string;

/** The layout of a report: its width in columns, and whether to use colours. */
export type Layout = { width: number; color: boolean };
/** The layout of a report, and the scanned target if it is on this machine. */
type Report = Layout & { target?: string | undefined };

const TONES: Readonly<Record<Headline['tone'], Format>> = {
  good: ['bold', 'green'],
  drift: ['bold', 'yellow'],
  unsure: ['bold', 'yellow'],
  bad: ['bold', 'red'],
};
/** The colours of severities. */
export const SEVERITY_COLORS: Readonly<Record<Severity, Format>> = {
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

/** The indentation of a finding's text. */
const INNER = '      ';
/** The width of a finding's badges before the address. */
const BADGES = 21;

/** The address after the badges, or below them if it does not fit. It is wrapped and never cut. */
function titleLines({ severity, kind, resource }: Finding, width: number, paint: Paint): string[] {
  const badges = `  ${paint(SEVERITY_COLORS[severity], severity.toUpperCase().padEnd(9))} ${paint(kind === 'deleted' ? 'red' : 'yellow', kind.padEnd(8))}`;
  const address = visible(resource);
  if (fits(address, width - BADGES)) return [`${badges} ${paint('bold', address)}`];
  return [badges, ...wrap(address, width - INNER.length).map((line) => INNER + paint('bold', line))];
}

/** A command on one line, because a broken one cannot be copied; a terminal wraps it itself. */
function commandLines(command: string, width: number, paint: Paint): string[] {
  const whole = `${INNER}  ${command}`;
  if (fits(whole, width)) return [paint('cyan', whole)];
  const [program = '', target = ''] = command.split(/ (?=-target=)/);
  return [`${INNER}  ${program} \\`, `${INNER}    ${target}`].map((line) => paint('cyan', line));
}

function fixLines(finding: Finding, width: number, paint: Paint): string[] {
  const { text, command } = fixOf(finding);
  return [
    ...wrap(`Fix: ${text}`, width - INNER.length).map((line) => INNER + line),
    ...(command === undefined ? [] : commandLines(command, width, paint)),
  ];
}

/** A side effect of a finding, in a few words beneath it. */
function sideEffectLines(finding: Finding, width: number, paint: Paint): string[] {
  const names = sideEffectText(finding);
  return wrap(visible(`side effect: ${names}`), width - 8).map((line, i) =>
    paint('dim', `${i === 0 ? '      ↳ ' : '        '}${line}`),
  );
}

function findingLines({ finding, sideEffects }: FindingGroup, several: boolean, width: number, paint: Paint): string[] {
  const place = present(several && `state ${finding.state_key}`, placeText(finding)).join(' · ');
  const lines = shownAttributes(finding.attributes).flatMap((attribute) =>
    attributeLines(attribute, width - INNER.length - 2),
  );
  const dim = (text: string) =>
    text === '' ? [] : wrap(visible(text), width - INNER.length).map((line) => paint('dim', INNER + line));
  return [
    '',
    ...titleLines(finding, width, paint),
    ...dim(place),
    ...wrap(visible(finding.message), width - INNER.length).map((line) => INNER + line),
    ...lines.map(
      ({ depth, sign, text }) =>
        `${INNER}${'  '.repeat(depth)}${paint(SIGN_COLORS[sign], sign)} ${sign === ' ' ? paint('dim', text) : text}`,
    ),
    ...dim(omittedText(finding)),
    ...dim(informationText(finding)),
    ...sideEffects.flatMap((one) => sideEffectLines(one, width, paint)),
    ...fixLines(finding, width, paint),
  ];
}

/** The heading of a report on one state: `State prod/app.tfstate (serial 3, Terraform 1.11.4)`. */
function stateText({ key, serial, terraform_version: version }: StateReport): string {
  const facts = present(serial !== null && `serial ${serial}`, version && `Terraform ${version}`);
  return `State ${key}${facts.length > 0 ? ` (${facts.join(', ')})` : ''}`;
}

/** The width of the column before the reason in the "not checked" table. */
const COUNT = 11;

/** A row of the table: the number of instances with one reason, the reason, and which they are. */
function gapLines(gap: Gap, width: number, paint: Paint): string[] {
  const indent = ' '.repeat(COUNT + 2);
  const below = (text: string) => wrap(visible(text), width - indent.length).map((line) => indent + line);
  const [title = '', ...more] = wrap(visible(reasonText(gap)), width - indent.length);
  return [
    `${gap.total.toLocaleString('en-US').padStart(COUNT)}  ${paint('yellow', title)}`,
    ...more.map((line) => indent + paint('yellow', line)),
    ...gap.details.flatMap(({ detail, instances }) => {
      const names = instances.slice(0, MAX_NAMES).flatMap(({ resource }) => below(resource));
      const rest = instances.length - MAX_NAMES;
      return [
        ...(detail ? below(detail) : []),
        ...[...names, ...(rest > 0 ? below(`… and ${rest} more; all of them with --json`) : [])].map((line) =>
          paint('dim', line),
        ),
      ];
    }),
  ];
}

function coverageLines(analysis: Analysis, width: number, paint: Paint): string[] {
  const states = analysis.states.filter(({ status }) => status === 'unreadable');
  const open = gaps(analysis);
  const indented = (text: string, indent: number) =>
    wrap(visible(text), width - indent).map((line) => `${' '.repeat(indent)}${line}`);
  return [
    ...states.flatMap(({ key, code, detail }) => [
      ...indented(`state ${key}: ${(code ?? 'unreadable').replaceAll('_', ' ')}`, 2).map((line) =>
        paint('yellow', line),
      ),
      ...(detail ? indented(detail, 4) : []),
    ]),
    ...(open.length === 0 ? [] : [paint('dim', `${'RESOURCES'.padStart(COUNT)}  REASON`)]),
    ...open.flatMap((gap) => gapLines(gap, width, paint)),
  ];
}

/** The width of a day. */
const DAY = ' '.repeat('2026-01-31  '.length);

function seenLines(analysis: Analysis, width: number, paint: Paint): string[] {
  const { shown, rest } = seenBefore(analysis);
  const room = width - 4 - DAY.length;
  return [
    ...shown.flatMap(({ resource, matches }) => [
      ...wrap(visible(resource), width - 2).map((line) => `  ${paint('bold', line)}`),
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

/** Whether an analysis's error is also the reason of an unchecked instance. */
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
 * An analysis for a person: the verdict, the findings worst first, what was not checked, and what to do next. Lines are
 * at most `width` columns, except commands to copy. Text from outside never reaches the terminal unescaped.
 */
export function terminalReport(analysis: Analysis, { width, color, target }: Report): string {
  const paint = painter(color);
  const { tone, text } = headline(analysis);
  const counts = countsText(analysis);
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', paint('bold', title), ...lines];
  const indented = (line: string) => wrap(visible(line), width - 2).map((one) => `  ${one}`);
  const notes = ruleNotes(analysis).flatMap(({ name, note }) => indented(`${name} ${note}`));
  const [only, ...others] = analysis.states;
  const all = nextSteps(analysis, target);
  const steps = all.flatMap((step, i) => {
    const label = all.length > 1 ? `${i + 1}. ` : '';
    const lines = wrap(visible(step), width - 2 - label.length);
    return lines.map((line, at) => `  ${at === 0 ? label : ' '.repeat(label.length)}${line}`);
  });
  return [
    ...wrap(text, width).map((line) => paint(TONES[tone], line)),
    ...(analysis.error && !isAmongGaps(analysis, analysis.error) ? wrap(visible(analysis.error.detail), width) : []),
    ...(counts === '' ? [] : wrap(counts, width)),
    ...(only && others.length === 0 ? wrap(visible(stateText(only)), width).map((line) => paint('dim', line)) : []),
    ...worstFirst(analysis).flatMap((group) => findingLines(group, others.length > 0, width, paint)),
    ...section('Not checked (may have drifted)', coverageLines(analysis, width, paint)),
    ...section('Seen before', seenLines(analysis, width, paint)),
    ...section('Ignore rules to review', notes),
    ...section(
      'Suggestions',
      analysis.suggestions.flatMap(({ detail }) => indented(detail)),
    ),
    ...(withoutIncidentText(analysis) === '' ? [] : ['', ...wrap(withoutIncidentText(analysis), width)]),
    ...(analysis.counts.resources > 0 ? ['', ...wrap(`${closing(analysis)}.`, width)] : []),
    ...providerLines(analysis, width, paint),
    ...section('Next', steps),
    '',
  ].join('\n');
}
