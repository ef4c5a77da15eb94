import type { Json } from '../../../base/json.ts';
import type { SchemaNode } from '../../../base/schema.ts';
import type { Path, Value } from '../../../base/value.ts';
import { cut, plain } from '../wording/clean.ts';
import type { DriftKind, Severity } from '../../model/analysis.ts';
import { fieldOf, fields } from '../../value/canonical.ts';
import { stepsAlong } from '../../value/diff.ts';
import { stable } from '../../value/stable.ts';

/** One difference of a finding. The unmasked values decide the severity; only shown values may appear in texts. */
export type Change = {
  schema: SchemaNode;
  path: Path;
  before: Value;
  live: Value;
  /** True if the values must not be shown. */
  sensitive: boolean;
};

/** The input of the severity rules: one instance and its differences. */
export type Weighed = {
  type: string;
  kind: DriftKind;
  /** The whole values of both sides. `live` is null for a deleted resource. */
  before: Value;
  live: Value;
  changes: readonly Change[];
};

/**
 * An attribute that differs. `name` has the attribute names on the path, without keys and positions:
 * `rule.expiration.days`.
 */
export type Leaf = {
  name: string;
  /** The name with the type before it and with map keys: `kubernetes_namespace_v1:metadata.labels[team]`. */
  place: string;
  /** All values of the attribute. There are several in a set or list of blocks. */
  before: readonly Value[];
  live: readonly Value[];
  sensitive: boolean;
  /** The values stand for empty blocks, with `true` for each. */
  isBlock?: boolean;
};

/** A severity rule. Each function returns the reason, or undefined if the rule does not apply. */
export type Rule = {
  id: string;
  severity: Severity;
  /** The subject of the rule: the whole finding, one difference, or one attribute inside a difference. */
  finding?: (weighed: Weighed) => string | undefined;
  change?: (change: Change, weighed: Weighed) => string | undefined;
  leaf?: (leaf: Leaf, weighed: Weighed) => string | undefined;
};

/** The position of a value: its name, and its name with map keys. */
type At = { name: string; place: string };
type Leaves = Map<string, { name: string; before: Value[]; live: Value[]; isBlock?: boolean }>;
type Side = 'before' | 'live';

const memberAt = ({ name, place }: At, key: string): At => ({
  name: name === '' ? key : `${name}.${key}`,
  place: place === '' ? key : `${place}.${key}`,
});
/** Map keys may have any length, but no meaningful key is longer. */
const MAX_KEY = 200;
const keyAt = ({ name, place }: At, key: string): At => ({ name, place: `${place}[${key.slice(0, MAX_KEY)}]` });

function put(leaves: Leaves, { name, place }: At, side: Side, value: Value, isBlock = false): void {
  const at = leaves.get(place) ?? { name, before: [], live: [], isBlock };
  leaves.set(place, at);
  at[side].push(value);
}

/** Collects the scalars in a value by position. Returns true if there are any. */
function collect(node: SchemaNode | undefined, value: Value, at: At, side: Side, leaves: Leaves): boolean {
  if (value === null) return false;
  const each = (some: [SchemaNode | undefined, Value, At][]) =>
    some.map(([inner, one, place]) => collect(inner, one, place, side, leaves)).includes(true);
  if (Array.isArray(value) && node?.kind !== 'dynamic') {
    const element = node && 'element' in node ? node.element : undefined;
    return each(value.map((one) => [element, one, at]));
  }
  if (node?.kind === 'map')
    return each(Object.entries(fields(value)).map(([key, one]) => [node.element, one, keyAt(at, key)]));
  if (node?.kind === 'object' && typeof value === 'object') {
    const members = Object.entries(node.members);
    const isFilled = each(
      members.map(([key, member]) => [member.node, fieldOf(fields(value), key), memberAt(at, key)]),
    );
    if (!isFilled && at.name !== '') put(leaves, at, side, true, true);
    return true;
  }
  // A dynamic value is preceded by its type.
  put(leaves, at, side, Array.isArray(value) ? (value[1] ?? null) : value);
  return true;
}

/** Attributes that another attribute of the resource names, since the type is a generic setting. */
const CALLED_BY: Readonly<Record<string, string>> = {
  'cloudflare_zone_setting:value': 'setting_id',
  'azurerm_postgresql_flexible_server_configuration:value': 'name',
  'azurerm_mysql_flexible_server_configuration:value': 'name',
};

function called(name: string, type: string, whole: Value): string {
  const by = CALLED_BY[`${type}:${name}`];
  const text = by === undefined ? undefined : fieldOf(fields(whole), by);
  return typeof text === 'string' ? text : name;
}

/** The attributes inside a difference that differ. A removed block differs in all attributes that it had. */
export function leavesOf({ schema, path, before, live, sensitive }: Change, type: string, whole: Value): Leaf[] {
  const leaves: Leaves = new Map();
  const steps = stepsAlong(schema, path);
  const start = steps.reduce<At>(
    (at, { step, from, member }) =>
      member ? memberAt(at, String(step)) : from?.kind === 'map' ? keyAt(at, String(step)) : at,
    { name: '', place: '' },
  );
  const node = path.length === 0 ? schema : steps.at(-1)?.to;
  collect(node, before, start, 'before', leaves);
  collect(node, live, start, 'live', leaves);
  const sorted = (values: Value[]) => stable(values.map(stable).toSorted());
  return [...leaves]
    .filter(([, sides]) => sorted(sides.before) !== sorted(sides.live))
    .map(([place, { name, ...sides }]) => ({
      name: called(name, type, whole),
      place: `${type}:${called(place, type, whole)}`,
      sensitive,
      ...sides,
    }));
}

/** The values of one side that the other side does not have. */
const beyond = (these: readonly Value[], those: readonly Value[]): Value[] => {
  const others = new Set(those);
  return these.filter((one) => !others.has(one));
};
export const added = ({ before, live }: Pick<Leaf, 'before' | 'live'>): Value[] => beyond(live, before);
export const removed = ({ before, live }: Pick<Leaf, 'before' | 'live'>): Value[] => beyond(before, live);

const NARROWED = /-widened$|^(admin-granted|public-policy)$/;

/** The id of the rule for the opposite change, which improves security. */
export const better = (id: string): string =>
  NARROWED.test(id) ? (id.startsWith('network') ? 'network-narrowed' : 'iam-narrowed') : `${id}-tightened`;

export type Way = 'worse' | 'better';

/**
 * The rules of an attribute that can change for the worse and for the better. `severity` is for the worse; the better
 * direction is low by default.
 */
type TwoWays = { id: string; severity: Severity; better?: Severity | undefined; betterId?: string | undefined };

/** Builds the two rules of an attribute that can change for the worse and for the better. */
export const bothWays = (
  { id, severity, better: betterSeverity = 'low', betterId = better(id) }: TwoWays,
  say: (way: Way, leaf: Leaf, weighed: Weighed) => string | undefined,
): Rule[] => [
  { id, severity, leaf: (leaf, weighed) => say('worse', leaf, weighed) },
  { id: betterId, severity: betterSeverity, leaf: (leaf, weighed) => say('better', leaf, weighed) },
];

/** Joins patterns into one that matches any of them. */
export const anyOf = (...patterns: RegExp[]): RegExp => new RegExp(patterns.map(({ source }) => source).join('|'));

const MAX_VALUE = 60;
/** Maximum values of a list that are named. */
const MAX_VALUES = 3;

/** Formats a value for a sentence: short, on one line, without quotes around plain words. */
export function say(value: Json | Value | undefined): string {
  if (value === undefined || value === null || value === '') return 'nothing';
  const text =
    typeof value === 'string' ? value : typeof value === 'bigint' ? value.toString() : (JSON.stringify(value) ?? '');
  return cut(plain(text.slice(0, 10 * MAX_VALUE)), MAX_VALUE);
}

/** Formats the values of a leaf for a sentence. Sensitive values are not shown. */
export function sayAll({ sensitive }: Pick<Leaf, 'sensitive'>, values: readonly Value[]): string {
  if (sensitive) return 'another value';
  const more = values.length > MAX_VALUES + 1 ? values.length - MAX_VALUES : 0;
  const named = more === 0 ? values : values.slice(0, MAX_VALUES);
  return values.length === 0 ? 'nothing' : [...named.map(say), ...(more === 0 ? [] : [`${more} more`])].join(', ');
}

/** The current and the former values of a leaf, for a sentence. */
export const nowAndBefore = (leaf: Leaf): string =>
  `${sayAll(leaf, leaf.live)}${leaf.sensitive ? '' : `; the state says ${sayAll(leaf, leaf.before)}`}`;
