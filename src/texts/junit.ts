import {
  severityRank,
  type Analysis,
  type Coverage,
  type FailingSeverity,
  type Finding,
} from '../engine/model/analysis.ts';
import { reasonText } from '../engine/report/wording/unchecked.ts';
import { visible } from '../base/visible.ts';
import { attributeLines, diffText, shownAttributes } from './attribute.ts';
import { fixOf } from './fix.ts';
import { GAPS, secondsOf } from './overview.ts';
import { present } from './present.ts';

/** The severity from which drift fails, and whether unchecked resources are allowed. */
export type Strictness = { failOn?: FailingSeverity | undefined; allowUnread?: boolean | undefined };

/** True if a finding is at least as severe as `failOn`. Without `failOn` every finding fails. */
export const isFailing = ({ severity }: Pick<Finding, 'severity'>, failOn: FailingSeverity | undefined): boolean =>
  failOn === undefined || severityRank(severity) <= severityRank(failOn);

const WIDTH = 100;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Escapes foreign text for XML. Other characters that XML does not allow are shown as escapes. */
const xml = (text: string): string =>
  visible(text)
    .replaceAll(/[\ufffe\uffff]/g, '\ufffd')
    .replaceAll(/[&<>"]/g, (one) => ENTITIES[one] ?? one);

type Outcome = { tag: 'failure' | 'error' | 'skipped'; type: string; message: string; body: readonly string[] };

function drift(finding: Finding): Outcome {
  const { kind, severity, message } = finding;
  const lines = shownAttributes(finding.attributes).flatMap((one) => attributeLines(one, WIDTH));
  const { text, command } = fixOf(finding);
  const body = [message, ...lines.map(diffText), ...present(text, command)];
  return { tag: 'failure', type: `${kind} (${severity})`, message, body };
}

/** The outcome of one instance. Drift is a failure. "Not checked" is an error or, if that is allowed, skipped. */
function outcomeOf(entry: Coverage, finding: Finding | undefined, { failOn, allowUnread }: Strictness) {
  if (finding) return isFailing(finding, failOn) ? drift(finding) : undefined;
  const { verdict, reason = verdict, detail } = entry;
  const isGap = GAPS.includes(verdict);
  if (!isGap && verdict !== 'skipped') return undefined;
  const message = `${isGap ? 'not checked' : 'skipped'}: ${reasonText({ verdict, reason })}`;
  const tag = isGap && !allowUnread ? 'error' : 'skipped';
  return { tag, type: reason, message, body: present(detail) } satisfies Outcome;
}

type Case = { name: string; classname: string; outcome: Outcome | undefined };

function caseLines({ name, classname, outcome }: Case): string[] {
  const head = `    <testcase name="${xml(name)}" classname="${xml(classname)}" time="0"`;
  if (!outcome) return [`${head}/>`];
  const { tag, type, message, body } = outcome;
  const text = body.map(xml).join('\n');
  return [
    `${head}>`,
    `      <${tag} type="${xml(type)}" message="${xml(message)}">${text}</${tag}>`,
    '    </testcase>',
  ];
}

function suiteLines(name: string, cases: readonly Case[], below: readonly Finding[], at: number, analysis: Analysis) {
  const count = (tag: Outcome['tag']) => cases.filter(({ outcome }) => outcome?.tag === tag).length;
  const when = (analysis.started_at ?? analysis.created_at).slice(0, 19);
  const out = below.map(({ resource, severity, message }) => xml(`${severity}: ${resource}: ${message}`)).join('\n');
  return [
    `  <testsuite name="${xml(name)}" package="plumbline" id="${at}" timestamp="${when}" hostname="localhost" tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}" time="${(secondsOf(analysis) ?? 0).toFixed(3)}">`,
    '    <properties/>',
    ...cases.flatMap(caseLines),
    `    <system-out>${out}</system-out>`,
    '    <system-err/>',
    '  </testsuite>',
  ];
}

/**
 * Formats an analysis as JUnit XML in Ant's format: a suite for each state, a case for each resource. Drift below
 * `failOn` is no failure, but is listed in the suite's output.
 */
export function junitReport(analysis: Analysis, strictness: Strictness = {}): string {
  const keyOf = ({ state_key: key, resource }: { state_key: string; resource: string }) =>
    JSON.stringify([key, resource]);
  const findings = new Map(analysis.findings.map((finding) => [keyOf(finding), finding]));
  const covered = new Set(analysis.coverage.map(keyOf));
  const uncovered = analysis.findings.filter((one) => !covered.has(keyOf(one)));
  const entries = [...analysis.coverage, ...uncovered.map((one): Coverage => ({ ...one, verdict: one.kind }))];
  const byState = Map.groupBy(entries, ({ state_key: key }) => key);
  const suites = analysis.states.map(({ key, status, code, detail }): { key: string; cases: Case[] } => {
    const cases = (byState.get(key) ?? []).map((entry) => ({
      name: entry.resource,
      classname: entry.type,
      outcome: outcomeOf(entry, findings.get(keyOf(entry)), strictness),
    }));
    if (status === 'read') return { key, cases };
    const reason = code ?? status;
    const entry: Coverage = {
      resource: key,
      type: 'state',
      state_key: key,
      verdict: 'unreadable',
      reason,
      ...(detail !== undefined && { detail }),
    };
    return {
      key,
      cases: [...cases, { name: key, classname: 'state', outcome: outcomeOf(entry, undefined, strictness) }],
    };
  });
  const failed: Outcome[] = analysis.error
    ? [{ tag: 'error', type: analysis.error.code, message: analysis.error.detail, body: [] }]
    : [];
  if (failed.length > 0)
    suites.push({
      key: 'analysis',
      cases: failed.map((outcome) => ({ name: 'analysis', classname: 'analysis', outcome })),
    });
  const below = (key: string) =>
    analysis.findings.filter((one) => one.state_key === key && !isFailing(one, strictness.failOn));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    ...suites.flatMap(({ key, cases }, at) => suiteLines(key, cases, below(key), at, analysis)),
    '</testsuites>',
  ].join('\n');
}
