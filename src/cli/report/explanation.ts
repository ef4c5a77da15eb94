import type { Explanation, Step } from '../../engine/report/explain.ts';
import { MASK } from '../../engine/mask/mask.ts';
import { refText } from '../../engine/ignore/ignore.ts';
import { attributeLines } from '../../texts/attribute.ts';
import { reasonText } from '../../engine/report/wording/unchecked.ts';
import { painter, type Format, type Layout, type Paint } from './terminal.ts';
import { visible } from '../../base/visible.ts';
import { fit, wrap } from '../../texts/width.ts';

/** The stages in order, with their titles for people. */
const STAGES: readonly (readonly [stage: string, title: string])[] = [
  ['empty', 'Empty on both sides'],
  ['computed-only', 'Computed by the cloud'],
  ['ignore-changes', 'Ignored by the code'],
  ['tags', 'Tags by tags_all'],
  ['ignore-tags', 'Tags that the provider ignores, or adds'],
  ['protocols', 'Protocols by number'],
  ['hashed', 'A value and its hash'],
  ['newer-provider', 'Unknown to the provider of the state'],
  ['overlap', 'Overlap with other resources'],
  ['tag-resource', 'Tags that are resources of their own'],
  ['autoscaled', 'Scaled automatically'],
  ['plan-check', 'Plan check'],
  ['related-resources', 'Explained by related resources'],
  ['unstable', 'Unstable between reads'],
  ['ignore', 'Ignore rules'],
  ['drift', 'Drift'],
];
const MAX_STEPS = 20;

const WORDS: Readonly<Record<Explanation['verdict'], string>> = {
  in_sync: 'in sync',
  changed: 'changed outside Terraform',
  deleted: 'deleted outside Terraform',
  suspect: 'unconfirmed deletion',
  unreadable: 'unreadable: not checked',
  unsupported: 'unsupported: not checked',
  skipped: 'skipped: not compared',
};
const COLORS: Readonly<Record<Explanation['verdict'], Format>> = {
  in_sync: 'green',
  changed: 'yellow',
  deleted: 'red',
  suspect: 'yellow',
  unreadable: 'yellow',
  unsupported: 'yellow',
  skipped: 'cyan',
};

/** The verdict in words. A resource was compared even if rules hide all its differences. */
function verdictText({ verdict, reason, steps }: Explanation): string {
  if (reason === 'ignored' && steps.length > 0) return 'skipped: all its differences are ignored';
  return reason === undefined || verdict === 'suspect'
    ? WORDS[verdict]
    : `${WORDS[verdict]} (${visible(reasonText({ verdict, reason }))})`;
}

function titleOf(stage: string): string {
  return STAGES.find(([name]) => name === stage)?.[1] ?? stage.replaceAll('-', ' ');
}

function byStage(steps: readonly Step[]): [string, Step[]][] {
  const rank = (stage: string) => {
    const at = STAGES.findIndex(([name]) => name === stage);
    return at < 0 ? STAGES.length - 2.5 : at;
  };
  return [...Map.groupBy(steps, ({ stage }) => stage)].toSorted((a, b) => rank(a[0]) - rank(b[0]));
}

/** A difference in the form of a finding; without values if one was too long to store. */
function valueLines({ path, before, after }: Step, width: number): string[] {
  if (before === undefined || after === undefined) return [`    ~ ${fit(visible(path), width - 6)}`];
  const action = before === null ? 'added' : after === null ? 'removed' : 'changed';
  const sensitive = before === MASK && after === MASK;
  return attributeLines({ path, before, after, action, sensitive, requires_replace: false }, width - 6).map(
    ({ depth, sign, text }) => `    ${'  '.repeat(depth)}${sign} ${text}`,
  );
}

function stageLines([stage, steps]: [string, Step[]], width: number, paint: Paint): string[] {
  const isDrift = stage === 'drift';
  const whys = [...Map.groupBy(steps, ({ why, rule }) => (rule ? `${refText(rule)}: ${why}` : why))];
  const count = `${steps.length} ${steps.length === 1 ? 'difference' : 'differences'} ${isDrift ? 'left' : 'hidden'}`;
  return [
    '',
    `  ${paint(isDrift ? ['bold', 'yellow'] : 'bold', titleOf(stage))} ${paint('dim', `(${stage}) ${count}`)}`,
    ...whys.flatMap(([why, those]) => {
      const rest = those.length - MAX_STEPS;
      return [
        ...wrap(visible(why), width - 4).map((line) => `    ${paint('dim', line)}`),
        ...those.slice(0, MAX_STEPS).flatMap((step) => valueLines(step, width)),
        ...(rest > 0 ? [paint('dim', `    … and ${rest} more; all of them with --json`)] : []),
      ];
    }),
  ];
}

function facts(explanation: Explanation): [string, string][] {
  const { state_key, provider, provider_version, region, account_id, cloud_id, caused_by: cause } = explanation;
  const place = [region, account_id].filter((one) => one !== undefined).join(' · ');
  const rows: [string, string | undefined][] = [
    ['state', state_key],
    ['provider', provider && [provider, provider_version].filter((one) => one !== undefined).join(' ')],
    ['location', place === '' ? undefined : place],
    ['cloud id', cloud_id],
    ['caused by', cause && `${cause.resource} (state ${cause.state_key})`],
    ['severity', explanation.severity && `${explanation.severity}: ${explanation.severity_reason ?? ''}`],
  ];
  return rows.filter((row): row is [string, string] => row[1] !== undefined && row[1] !== '');
}

/**
 * Explains to a person the verdict on an instance. Lines are at most `width` columns; no text can control the terminal.
 */
export function explanationReport(explanation: Explanation, { width, color }: Layout): string {
  const paint = painter(color);
  const { verdict, detail, steps, hints } = explanation;
  const nothing = verdict === 'in_sync' && steps.length === 0;
  return [
    ...wrap(visible(explanation.resource), width).map((line) => paint('bold', line)),
    ...wrap(verdictText(explanation), width - 2).map((line) => `  ${paint(COLORS[verdict], line)}`),
    ...(detail === undefined ? [] : wrap(visible(detail), width - 2).map((line) => `  ${line}`)),
    '',
    ...facts(explanation).flatMap(([name, text]) =>
      wrap(visible(text), width - 13).map((line, i) => `  ${paint('dim', (i === 0 ? name : '').padEnd(10))} ${line}`),
    ),
    ...byStage(steps).flatMap((group) => stageLines(group, width, paint)),
    ...(nothing ? ['', '  Every attribute is the same in state and cloud.'] : []),
    ...(hints.length === 0 ? [] : ['', `  ${paint('bold', 'Hints')}`]),
    ...hints.flatMap((hint) => wrap(hint, width - 4).map((line) => `    ${line}`)),
    '',
  ].join('\n');
}
