import type { Json } from '../../base/json.ts';
import type { SchemaNode } from '../../base/schema.ts';
import type { Path, Value } from '../../base/value.ts';
import type { FindingKind, Severity } from '../analysis.ts';
import { fieldOf, fields } from '../compare/canonical.ts';
import { stepsAlong } from '../compare/diff.ts';
import { stable } from '../compare/stable.ts';

/** One difference of a finding: the values as they are, to be weighed, and as they may be shown, to be told. */
export type Change = {
  schema: SchemaNode;
  path: Path;
  before: Value;
  live: Value;
  /** Nothing of the values may be told. */
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
  /** The name with the type before it: `aws_s3_bucket:rule.expiration.days`. */
  place: string;
  /** All values that stand there: several in a set or list of blocks. */
  before: readonly Value[];
  live: readonly Value[];
  sensitive: boolean;
};

/** One rule of the table. */
export type Rule = {
  id: string;
  severity: Severity;
  /** What it looks at: the whole finding, one difference, or one attribute inside a difference. */
  finding?: (weighed: Weighed) => string | undefined;
  change?: (change: Change, weighed: Weighed) => string | undefined;
  leaf?: (leaf: Leaf, weighed: Weighed) => string | undefined;
};

type Found = Map<string, { before: Value[]; live: Value[] }>;

function collect(
  node: SchemaNode | undefined,
  value: Value,
  name: string,
  side: 'before' | 'live',
  found: Found,
): void {
  const inside = (inner: SchemaNode | undefined, one: Value, as: string) => collect(inner, one, as, side, found);
  if (Array.isArray(value) && node?.kind !== 'dynamic') {
    const element = node && 'element' in node ? node.element : undefined;
    for (const one of value) inside(element, one, name);
  } else if (node?.kind === 'object' && typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(node.members))
      inside(member.node, fieldOf(fields(value), key), name === '' ? key : `${name}.${key}`);
  } else if (value !== null) {
    const at = found.get(name) ?? { before: [], live: [] };
    found.set(name, at);
    at[side].push(value);
  }
}

/** The attributes inside a difference that differ, by name. A block that is gone differs in all that it had. */
export function leavesOf({ schema, path, before, live, sensitive }: Change, type: string): Leaf[] {
  const found: Found = new Map();
  const names = stepsAlong(schema, path).flatMap(({ step, member }) => (member ? [String(step)] : []));
  const node = path.length === 0 ? schema : stepsAlong(schema, path).at(-1)?.to;
  for (const [side, value] of [
    ['before', before],
    ['live', live],
  ] as const)
    collect(node, value, names.join('.'), side, found);
  const sorted = (values: Value[]) => stable(values.map(stable).toSorted());
  return [...found]
    .filter(([, sides]) => sorted(sides.before) !== sorted(sides.live))
    .map(([name, sides]) => ({ name, place: `${type}:${name}`, sensitive, ...sides }));
}

const LONGEST = 60;

/** A value in a sentence: short, on one line, without quotes around plain words. */
function say(value: Json | Value | undefined): string {
  if (value === undefined || value === null || value === '') return 'nothing';
  const text =
    typeof value === 'string' ? value : typeof value === 'bigint' ? value.toString() : (JSON.stringify(value) ?? '');
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

/** Values of a leaf in a sentence; what is sensitive is not told. */
export function sayAll({ sensitive }: Pick<Leaf, 'sensitive'>, values: readonly Value[]): string {
  if (sensitive) return 'another value';
  return values.length === 0 ? 'nothing' : values.map(say).join(', ');
}
