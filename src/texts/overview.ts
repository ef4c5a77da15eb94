import { counted } from '../base/plural.ts';
import type { Analysis, Finding, IgnoreRuleUse, Severity, Verdict } from '../engine/model/analysis.ts';
import { CALL_FIGURES, SEVERITIES, VERDICTS } from '../engine/model/analysis.ts';
import { refText } from '../engine/ignore/ignore.ts';
import { driftedText } from '../engine/report/wording/drifted.ts';
import { noDriftText, type Unchecked } from '../engine/report/wording/unchecked.ts';
import { present } from './present.ts';

/** Verdicts that mean "not checked": neither in sync nor drift. */
export const GAPS: readonly Verdict[] = ['suspect', 'unreadable', 'unsupported'];

const WORDS: Readonly<Record<Verdict, string>> = {
  in_sync: 'in sync',
  changed: 'changed',
  deleted: 'deleted',
  suspect: 'unconfirmed',
  unreadable: 'unreadable',
  unsupported: 'unsupported',
  skipped: 'skipped',
};

/** The parts of an analysis from which its counts are computed. */
export type Counted = Omit<Analysis, 'findings' | 'coverage'> & {
  findings: readonly Pick<Finding, 'kind' | 'severity' | 'caused_by'>[];
};

/** Number of instances and of whole states that were not checked. */
export function gapsOf(analysis: Counted): Unchecked {
  return {
    instances: GAPS.reduce((sum, verdict) => sum + analysis.counts[verdict], 0),
    states: analysis.states.filter(({ status }) => status === 'unreadable').length,
  };
}

/** Number of instances in scope: all but the skipped ones. */
export function inScope(analysis: Counted): number {
  return analysis.counts.resources - analysis.counts.skipped;
}

export type Headline = { tone: 'good' | 'drift' | 'unsure' | 'bad'; text: string };

const isSideEffect = ({ caused_by: cause }: Pick<Finding, 'caused_by'>) => Boolean(cause);

/** The result of the whole analysis in one sentence. */
export function headline(analysis: Counted): Headline {
  const { instances, states } = gapsOf(analysis);
  const total = inScope(analysis);
  if (analysis.status === 'failed') return { tone: 'bad', text: 'The analysis failed.' };
  if (analysis.status === 'canceled') return { tone: 'bad', text: 'The analysis was canceled.' };
  if (analysis.status === 'queued' || analysis.status === 'running')
    return { tone: 'unsure', text: `The analysis is ${analysis.status}.` };
  if (analysis.findings.length > 0) {
    const sideEffects = analysis.findings.filter(isSideEffect).length;
    const drifted = analysis.findings.length - sideEffects;
    return { tone: 'drift', text: `${driftedText(drifted, total - instances, sideEffects)}.` };
  }
  const text = noDriftText({ instances, states }, total);
  if (instances > 0 || states > 0) return { tone: 'unsure', text };
  if (total === 0) return { tone: 'unsure', text: 'Nothing to compare: there are no managed resources in scope.' };
  return { tone: 'good', text };
}

/**
 * `5 changed · 2 deleted · 1 side effect · 14 in sync`: all verdicts that occur, drift first. Side effects are
 * separate, so that changed and deleted add up to the headline's number.
 */
export function countsText(analysis: Counted): string {
  const sideEffects = analysis.findings.filter(isSideEffect);
  const numberOf = (verdict: Verdict) =>
    analysis.counts[verdict] - sideEffects.filter(({ kind }) => kind === verdict).length;
  const countOf = (verdicts: readonly Verdict[]) =>
    verdicts
      .filter((verdict) => numberOf(verdict) > 0)
      .map((verdict) => `${numberOf(verdict).toLocaleString('en-US')} ${WORDS[verdict]}`);
  return [
    ...countOf(['changed', 'deleted']),
    ...(sideEffects.length > 0 ? [counted(sideEffects.length, 'side effect')] : []),
    ...countOf(['in_sync', ...VERDICTS.slice(3)]),
  ].join(' · ');
}

/** `9 findings (2 critical, 7 high), 1 side effect`. */
export function findingsText({ findings }: Counted): string {
  if (findings.length === 0) return 'No findings';
  const own = findings.filter((finding) => !isSideEffect(finding));
  const sideEffects = findings.length - own.length;
  return present(
    own.length > 0 && `${counted(own.length, 'finding')} (${severityText(own)})`,
    sideEffects > 0 && counted(sideEffects, 'side effect'),
  ).join(', ');
}

/** `1 critical, 2 high`: the findings by severity, the worst first. */
export function severityText(findings: readonly Pick<Finding, 'severity'>[]): string {
  const count = (severity: Severity) => findings.filter((finding) => finding.severity === severity).length;
  return SEVERITIES.filter((severity) => count(severity) > 0)
    .map((severity) => `${count(severity)} ${severity}`)
    .join(', ');
}

const namesOf = (attributes: Finding['attributes']) => [
  ...new Set(attributes.map(({ path }) => /^[^.[]+/.exec(path)?.[0] ?? path)),
];

/** A side effect in a few words: `aws_iam_role.app (managed_policy_arns)`. */
export const sideEffectText = ({ attributes, resource }: Finding): string =>
  `${resource} (${namesOf(attributes).join(', ')})`;

/** The number of findings that opened no incident; empty if all did. */
export const withoutIncidentText = ({ incidents_omitted: omitted = 0 }: Pick<Analysis, 'incidents_omitted'>): string =>
  omitted === 0
    ? ''
    : `${counted(omitted, 'finding')} opened no incident: the organization has as many as it may. Delete incidents, or ask the operator for a higher quota.`;

/** `+199,999 more attributes`: the number of unlisted ones; empty if all are listed. */
export const omittedText = ({ attributes_omitted: omitted = 0 }: Finding): string =>
  omitted === 0 ? '' : `+${counted(omitted, 'more attribute')}`;

/** Changes of a drifted resource that are not drift, with the cause of side effects; empty if there are none. */
export function informationText({ informational = [] }: Finding): string {
  const byCause = Map.groupBy(informational, ({ caused_by: cause }) => cause?.resource);
  const texts = [...byCause].map(([cause, attributes]) => {
    const names = namesOf(attributes).join(', ');
    return cause === undefined ? names : `${names} (side effect of ${cause})`;
  });
  return texts.length === 0 ? '' : `Also changed (not drift): ${texts.join('; ')}.`;
}

/** The location of a resource: region and account, unless its id (an ARN) contains them, and the id. */
export function placeText({ region, account_id, cloud_id }: Finding): string {
  const around = present(region, account_id).filter((part) => !cloud_id?.includes(part));
  return present(...around, cloud_id).join(' · ');
}

/** The providers: `hashicorp/aws 5.100.0 (proven by the lock file)`. Empty if no resource was read. */
export function providersText({ providers }: Pick<Analysis, 'providers'>): string {
  return providers
    .map(({ source, version, locked, verified, installed_as: other }) => {
      const notes = present(
        verified && 'proven by the lock file',
        locked && `the lock file asks for ${locked}`,
        other && `installed as ${other}`,
      );
      const name = `${source.replace(/^registry\.terraform\.io\//, '')} ${version}`;
      return notes.length === 0 ? name : `${name} (${notes.join('; ')})`;
    })
    .join(', ');
}

/** `212 API calls (431 saved), 3 throttled`. Empty without calls. */
export function callsText({ calls: figures }: Pick<Analysis, 'calls'>): string {
  if (!figures || CALL_FIGURES.every((figure) => figures[figure] === 0)) return '';
  const { calls, saved, throttled, refused, failed } = figures;
  const notes = Object.entries({ throttled, refused, failed }).filter(([, times]) => times > 0);
  return [
    `${counted(calls, 'API call')}${saved > 0 ? ` (${saved.toLocaleString('en-US')} saved)` : ''}`,
    ...notes.map(([name, times]) => `${times.toLocaleString('en-US')} ${name}`),
  ].join(', ');
}

/** More would hide the report below them. The JSON contains all. */
const MAX_TAG_SETTINGS = 10;

/** A sentence for each `provider` block next to the states whose tag settings were applied. */
export function tagSettingsTexts({ tag_settings: used = [] }: Pick<Analysis, 'tag_settings'>): string[] {
  const texts = used.flatMap(({ provider, file, ignore_tags: ignored = {}, default_tags: defaults = [] }) => {
    const tags = [...(ignored.keys ?? []), ...(ignored.key_prefixes ?? []).map((prefix) => `${prefix}*`)];
    const settings = present(
      tags.length > 0 && `ignores the tags ${tags.join(', ')}`,
      defaults.length > 0 && `has the default tags ${defaults.join(', ')}`,
    );
    return settings.length === 0 ? [] : [`${provider} ${settings.join(' and ')} (${file}).`];
  });
  const rest = texts.length - MAX_TAG_SETTINGS;
  return rest > 0 ? [...texts.slice(0, MAX_TAG_SETTINGS), `${rest} more of these; all of them with --json.`] : texts;
}

/** A sentence for each ignore rule of an analysis that needs attention. */
export function ruleNotes({ ignore_rules: rules }: Pick<Analysis, 'ignore_rules'>): { name: string; note: string }[] {
  const noteOf = ({ use, warning }: IgnoreRuleUse) => {
    if (warning !== undefined) return warning;
    return use === 'unused' ? 'matches nothing: remove it, or check whether something was renamed.' : undefined;
  };
  return rules.flatMap((rule) => {
    const note = noteOf(rule);
    return note === undefined ? [] : [{ name: refText(rule), note }];
  });
}

/** The duration of an analysis in seconds; `undefined` until it has ended. */
export function secondsOf(analysis: Analysis): number | undefined {
  if (!analysis.started_at || !analysis.finished_at) return undefined;
  return Math.max(0, (Date.parse(analysis.finished_at) - Date.parse(analysis.started_at)) / 1000);
}
