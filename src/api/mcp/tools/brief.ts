import { Type, type Static, type TObject } from 'typebox';
import { Named } from '../../schemas/common.ts';
import { visibleLines } from '../../../base/visible.ts';
import type { Json } from '../../../base/json.ts';
import { plural } from '../../../base/plural.ts';
import type { AttributeDrift, Finding as WholeFinding } from '../../../engine/model/analysis.ts';
import { Finding } from '../../schemas/finding.ts';

/** The most characters of findings in a result: an agent's context is limited. */
const ROOM = 24_000;
/** The most characters of a name, which is of little use when cut, and of a sentence; the fewest of a value. */
const NAME = 500;
const SENTENCE = 200;
const VALUE = 80;
/** The size of an attribute without its values, and the most attributes of a finding. */
const ATTRIBUTE = 140;
const ATTRIBUTES = 50;

const Kept = Type.Omit(Finding, [
  'provider',
  'provider_alias',
  'severity_rule',
  'attributes',
  'attributes_omitted',
  'informational',
  'fingerprint',
  'class',
  'import',
  'owner',
  'parent',
  'object_id',
]);

export const BriefFinding = Named('BriefFinding', {
  ...Kept.properties,
  attributes: Type.Array(
    Type.Object({
      path: Type.String(),
      action: Type.String({ description: 'changed, added or removed' }),
      before: Type.Unsafe<unknown>({ description: 'The value in the state; a long one is shortened to a text' }),
      after: Type.Unsafe<unknown>({ description: 'The value in the cloud' }),
      sensitive: Type.Boolean({ description: 'Then neither value is shown' }),
      requires_replace: Type.Boolean({ description: 'Terraform would destroy the resource and make another' }),
    }),
  ),
  attributes_left_out: Type.Integer({ minimum: 0 }),
});
type BriefFinding = Static<typeof BriefFinding>;

/**
 * Shortens a text to `maxLength` characters and adds its full length. Counts characters as shown, where an invisible one
 * becomes a long escape.
 */
export function clip(text: string, maxLength = NAME): string {
  // Later characters are never shown, so they are not converted.
  const shown = visibleLines(text.slice(0, maxLength + 1));
  return shown.length <= maxLength
    ? shown
    : `${shown.slice(0, maxLength).toWellFormed()}… (${text.length} characters in all)`;
}

type Lengths = Readonly<Record<string, number>>;

/** The lengths of texts by field name; other fields get that of names. */
const LENGTHS: Lengths = { severity_reason: SENTENCE, message: SENTENCE, ai_summary: 4000 };

/** A value with all texts clipped, to the length of their field's name or of the nearest enclosing name with a length. */
export const clipped = <T>(value: T, lengths: Lengths = {}): T =>
  clipTexts(value, { ...LENGTHS, ...lengths }, NAME) as T;

function clipTexts(value: unknown, lengths: Lengths, maxLength: number): unknown {
  if (typeof value === 'string') return clip(value, maxLength);
  if (Array.isArray(value)) return value.map((one) => clipTexts(one, lengths, maxLength));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, clipTexts(one, lengths, lengths[name] ?? maxLength)]),
  );
}

/** The fields of a value that the schema has, clipped. */
export function briefly<S extends TObject>({ properties }: S, value: Static<S>): Static<S> {
  const fields = Object.entries(value as object).filter(([name]) => name in properties);
  return clipped(Object.fromEntries(fields)) as Static<S>;
}

function clipValue(value: Json, maxLength: number): Json {
  const text = JSON.stringify(value);
  return visibleLines(text).length <= maxLength ? value : clip(typeof value === 'string' ? value : text, maxLength);
}

function briefAttributes(attributes: readonly AttributeDrift[], room: number): BriefFinding['attributes'] {
  const fitting = Math.floor(room / (ATTRIBUTE + 2 * VALUE));
  const kept = attributes.slice(0, Math.max(1, Math.min(ATTRIBUTES, fitting)));
  const each = Math.max(VALUE, Math.floor((room / kept.length - ATTRIBUTE) / 2));
  return kept.map(({ path, action, before, after, sensitive, requires_replace }) => ({
    path: clip(path, SENTENCE),
    action,
    before: clipValue(before, each),
    after: clipValue(after, each),
    sensitive,
    requires_replace,
  }));
}

function brief(finding: WholeFinding, room: number): BriefFinding {
  const attributes = briefAttributes(finding.attributes, room);
  return {
    ...briefly(Kept, finding),
    attributes,
    attributes_left_out: finding.attributes.length - attributes.length + (finding.attributes_omitted ?? 0),
  };
}

/** Findings for agents: the fewer there are, the more is shown of each. */
export function briefFindings(findings: readonly WholeFinding[]): BriefFinding[] {
  const room = Math.floor(ROOM / Math.max(1, findings.length));
  return findings.map((finding) => brief(finding, room));
}

const shown = (value: unknown) =>
  typeof value === 'string' ? JSON.stringify(value) : (JSON.stringify(value) ?? 'null');

/** Whether the finding's message already contains its reason. */
const isSaid = (reason: string, { message }: BriefFinding) => message.slice(1).startsWith(reason.slice(1));

export function linesOf(finding: BriefFinding): string[] {
  const {
    resource: address,
    attributes,
    severity_reason: reason,
    caused_by: cause,
    attributes_left_out: out,
  } = finding;
  const where = [`state ${finding.state_key}`, finding.region, finding.account_id, finding.cloud_id];
  return [
    `[${finding.severity}] ${address} ${finding.kind}: ${finding.message}`,
    `    ${where.filter((one) => one !== undefined).join(', ')}; first seen ${finding.first_seen_at}${finding.incident_id === null ? '' : `; ${finding.incident_id}`}`,
    ...(reason === undefined || isSaid(reason, finding) ? [] : [`    ${finding.severity}: ${reason}`]),
    ...(cause ? [`    side effect of ${cause.resource} (state ${cause.state_key})`] : []),
    ...attributes.map((one) => {
      const replaced = one.requires_replace ? ' (restoring it replaces the resource)' : '';
      return `    ${one.path}: ${shown(one.before)} -> ${shown(one.after)}${replaced}`;
    }),
    ...(out > 0 ? [`    … ${plural(out, 'more attribute')}`] : []),
  ];
}
