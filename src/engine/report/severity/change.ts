import type { Json } from '../../../base/json.ts';
import type { SchemaNode } from '../../../base/schema.ts';
import type { Path, Value } from '../../../base/value.ts';
import { cut, plain } from '../wording/clean.ts';
import type { FindingKind, Severity } from '../../model/analysis.ts';
import { fieldOf, fields } from '../../value/canonical.ts';
import { stepsAlong } from '../../value/diff.ts';
import { stable } from '../../value/stable.ts';

/** One difference of a finding: the values as they are, to be weighed, and as they may be shown, to be told. */
export type Change = {
  schema: SchemaNode;
  path: Path;
  before: Value;
  live: Value;
  /** Whether the values must not be shown. */
  sensitive: boolean;
};

/** What is weighed: one instance and what differs on it. */
export type Weighed = {
  type: string;
  kind: FindingKind;
  /** The whole of both sides; `live` is null where it is gone. */
  before: Value;
  live: Value;
  changes: readonly Change[];
};

/** The attribute names on the way to a place, without keys and positions: `rule.expiration.days`. */
export type Leaf = {
  name: string;
  /** The name with the type before it, and keys of maps in it: `kubernetes_namespace_v1:metadata.labels[team]`. */
  place: string;
  /** All values that stand there: several in a set or list of blocks. */
  before: readonly Value[];
  live: readonly Value[];
  sensitive: boolean;
  /** The values are blocks that have nothing in them, `true` for each. */
  isBlock?: boolean;
};

/** One rule of the table. */
export type Rule = {
  id: string;
  severity: Severity;
  /** Its subject: the whole finding, one difference, or one attribute inside a difference. */
  finding?: (weighed: Weighed) => string | undefined;
  change?: (change: Change, weighed: Weighed) => string | undefined;
  leaf?: (leaf: Leaf, weighed: Weighed) => string | undefined;
};

/** Where a value stands: its name, and the same with keys of maps. */
type At = { name: string; place: string };
type Leaves = Map<string, { name: string; before: Value[]; live: Value[]; isBlock?: boolean }>;
type Side = 'before' | 'live';

const memberAt = ({ name, place }: At, key: string): At => ({
  name: name === '' ? key : `${name}.${key}`,
  place: place === '' ? key : `${place}.${key}`,
});
/** Keys of maps may be of any length; no name that means something is longer. */
const MAX_KEY = 200;
const keyAt = ({ name, place }: At, key: string): At => ({ name, place: `${place}[${key.slice(0, MAX_KEY)}]` });

function put(leaves: Leaves, { name, place }: At, side: Side, value: Value, isBlock = false): void {
  const at = leaves.get(place) ?? { name, before: [], live: [], isBlock };
  leaves.set(place, at);
  at[side].push(value);
}

/** Collects the values in a value by where they stand; answers whether there were any. */
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
  // A dynamic value has its type before it.
  put(leaves, at, side, Array.isArray(value) ? (value[1] ?? null) : value);
  return true;
}

/** Attributes that are called by what another one of the resource says, since the type is for one setting of many. */
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

/** The attributes inside a difference that differ, by name. A block that is gone differs in all that it had. */
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

/** What came into a leaf's values and what went out of them. */
const beyond = (these: readonly Value[], those: readonly Value[]): Value[] => {
  const others = new Set(those);
  return these.filter((one) => !others.has(one));
};
export const added = ({ before, live }: Pick<Leaf, 'before' | 'live'>): Value[] => beyond(live, before);
export const removed = ({ before, live }: Pick<Leaf, 'before' | 'live'>): Value[] => beyond(before, live);

const NARROWED = /-widened$|^(admin-granted|public-policy)$/;

/** The rule for the same thing in the better direction. */
export const better = (id: string): string =>
  NARROWED.test(id) ? (id.startsWith('network') ? 'network-narrowed' : 'iam-narrowed') : `${id}-tightened`;

/** A direction in which something moves. */
export type Way = 'worse' | 'better';

/** What can move to the worse and to the better: the one has its own severity, the other is low unless it says otherwise. */
type TwoWays = { id: string; severity: Severity; better?: Severity | undefined; betterId?: string | undefined };

/** The two rules of an attribute that can move to the worse and to the better. */
export const bothWays = (
  { id, severity, better: betterSeverity = 'low', betterId = better(id) }: TwoWays,
  say: (way: Way, leaf: Leaf, weighed: Weighed) => string | undefined,
): Rule[] => [
  { id, severity, leaf: (leaf, weighed) => say('worse', leaf, weighed) },
  { id: betterId, severity: betterSeverity, leaf: (leaf, weighed) => say('better', leaf, weighed) },
];

/** One pattern of several. */
export const anyOf = (...patterns: RegExp[]): RegExp => new RegExp(patterns.map(({ source }) => source).join('|'));

const MAX_VALUE = 60;
/** Values of a list that are named. */
const MAX_VALUES = 3;

/** A value in a sentence: short, on one line, without quotes around plain words. */
export function say(value: Json | Value | undefined): string {
  if (value === undefined || value === null || value === '') return 'nothing';
  const text =
    typeof value === 'string' ? value : typeof value === 'bigint' ? value.toString() : (JSON.stringify(value) ?? '');
  return cut(plain(text.slice(0, 10 * MAX_VALUE)), MAX_VALUE);
}

/** Values of a leaf in a sentence, without sensitive ones. */
export function sayAll({ sensitive }: Pick<Leaf, 'sensitive'>, values: readonly Value[]): string {
  if (sensitive) return 'another value';
  const more = values.length > MAX_VALUES + 1 ? values.length - MAX_VALUES : 0;
  const named = more === 0 ? values : values.slice(0, MAX_VALUES);
  return values.length === 0 ? 'nothing' : [...named.map(say), ...(more === 0 ? [] : [`${more} more`])].join(', ');
}

/** Where something is now and where the state has it, in a sentence. */
export const nowAndBefore = (leaf: Leaf): string =>
  `${sayAll(leaf, leaf.live)}${leaf.sensitive ? '' : `; the state says ${sayAll(leaf, leaf.before)}`}`;
