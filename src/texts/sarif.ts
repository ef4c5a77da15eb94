import type { Analysis, Finding, Severity } from '../engine/model/analysis.ts';
import { incidentIdentity, lineageOf } from '../engine/report/identity.ts';
import { matterOf, matterText } from '../engine/report/matters.ts';
import { reasonText } from '../engine/report/wording/unchecked.ts';
import { visible } from '../base/visible.ts';
import { fixOf } from './fix.ts';
import { gaps, worstFirst, type FindingGroup } from './grouping.ts';
import { sideEffectText } from './overview.ts';
import { present } from './present.ts';

/** A line of a file, with its path from the repository's root. */
export type SourceLine = { file: string; line: number };
/** Returns the first line of a resource's code; undefined if it is not known. */
export type Locate = (finding: Pick<Finding, 'resource' | 'state_key'>) => SourceLine | undefined;

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';
/** The number of results that code hosts show. */
const MAX_RESULTS = 5_000;
const LEVELS: Readonly<Record<Severity, 'error' | 'warning' | 'note' | 'none'>> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
  none: 'none',
};

/** Formats foreign text for a message, so that it is neither a placeholder nor a link. */
const plainText = (text: string): string =>
  visible(text)
    .replaceAll(/\{(\d+)\}/g, '{{$1}}')
    .replaceAll('](', '] (');

/** Converts a path or key to a relative URI reference. A state's key may already be a URI. */
const uriOf = (path: string): string =>
  /^[a-z][a-z\d+.-]*:\/\//i.test(path) ? encodeURI(path) : path.split('/').map(encodeURIComponent).join('/');

const ruleIdOf = ({ severity_rule: rule, kind }: Finding): string => rule ?? (kind === 'deleted' ? 'gone' : 'setting');

function ruleOf(finding: Finding) {
  const { what, why } = matterText(matterOf(finding));
  return { id: ruleIdOf(finding), shortDescription: { text: what }, fullDescription: { text: `${what}: ${why}.` } };
}

function resultOf({ finding, sideEffects }: FindingGroup, lineage: string, at: SourceLine | undefined) {
  const { resource, kind, severity, state_key, region, account_id, cloud_id, attributes } = finding;
  const { text, command } = fixOf(finding);
  const message = [
    `${resource}: ${finding.message}`,
    ...sideEffects.map((one) => `Side effect: ${sideEffectText(one)}.`),
    present(text, command).join(' '),
  ];
  return {
    ruleId: ruleIdOf(finding),
    level: LEVELS[severity],
    message: { text: message.map(plainText).join('\n') },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(at?.file ?? state_key), uriBaseId: '%SRCROOT%' },
          region: { startLine: at?.line ?? 1 },
        },
        logicalLocations: [{ fullyQualifiedName: visible(resource), kind: 'resource' }],
      },
    ],
    partialFingerprints: { 'plumblineIncident/v1': incidentIdentity(lineage, finding) },
    properties: {
      severity,
      kind,
      state: state_key,
      ...(region !== undefined && { region }),
      ...(account_id !== undefined && { account_id }),
      ...(cloud_id !== undefined && { cloud_id }),
      attributes: attributes.map(({ path }) => path),
    },
  };
}

/** Lists states and instances that were not checked, so that they do not seem in sync. */
function notificationsOf(analysis: Analysis, omitted: number) {
  const states = analysis.states.filter(({ status }) => status === 'unreadable');
  const texts = [
    ...present(analysis.error?.detail),
    ...states.map(({ key, detail, code }) => `Not checked: the state ${key}: ${detail ?? code ?? 'unreadable'}`),
    ...gaps(analysis).flatMap((gap) =>
      gap.details.map(({ detail, instances }) => {
        const names = instances.map(({ resource }) => resource).join(', ');
        return `Not checked (${reasonText(gap)}): ${names}.${detail === '' ? '' : ` ${detail}`}`;
      }),
    ),
    ...(omitted > 0 ? [`${omitted} more findings, none of them more severe than these.`] : []),
  ];
  return texts.map((text) => ({ level: 'warning', message: { text: plainText(text) } }));
}

/**
 * Formats an analysis as SARIF 2.1.0: a result for each finding, the worst first, at the first line of its resource
 * block, else in its state. Side effects are part of the finding that caused them. `partialFingerprints` is the
 * identity of the incident.
 */
export function sarifReport(analysis: Analysis, { version, locate }: { version: string; locate: Locate }): string {
  const lineages = new Map(analysis.states.map((state) => [state.key, lineageOf(state)]));
  const all = worstFirst(analysis);
  const listed = all.slice(0, MAX_RESULTS);
  const rules = new Map(listed.map(({ finding }) => [ruleIdOf(finding), ruleOf(finding)]));
  const run = {
    tool: { driver: { name: 'Plumbline', semanticVersion: version, rules: [...rules.values()] } },
    invocations: [
      {
        executionSuccessful: analysis.status !== 'failed' && analysis.status !== 'canceled',
        ...(analysis.started_at !== null && { startTimeUtc: analysis.started_at }),
        ...(analysis.finished_at !== null && { endTimeUtc: analysis.finished_at }),
        toolExecutionNotifications: notificationsOf(analysis, all.length - listed.length),
      },
    ],
    columnKind: 'utf16CodeUnits',
    results: listed.map((group) => {
      const { finding } = group;
      return resultOf(group, lineages.get(finding.state_key) ?? finding.state_key, locate(finding));
    }),
  };
  return JSON.stringify({ $schema: SCHEMA, version: '2.1.0', runs: [run] }, null, 2);
}
