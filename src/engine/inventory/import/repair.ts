import type { Member, ObjectNode, SchemaNode } from '../../../base/schema.ts';
import type { Path, Step, Value } from '../../../base/value.ts';
import type { ConfigProblem, ProviderSession } from '../../../provider/contract/types.ts';
import { fieldOf, fields } from '../../value/canonical.ts';
import { pathThrough, valueAt } from '../../value/diff.ts';
import { hasContent, nothingOf } from './draft.ts';

/** The maximum number of repairs. Each removes one value, and most configurations need one. */
const MAX_REPAIRS = 24;

export type Repaired = { config: Value } | { problems: string[] };

/**
 * Removes the values that the provider rejects, one after another: one of two arguments that exclude each other, a
 * block that lacks an unreadable argument, an invalid value. Returns the problems if no removal can solve them, such as
 * a required argument that no read shows; undefined if the provider gives no answer.
 */
export async function repairConfig(
  session: Pick<ProviderSession, 'validate'>,
  type: string,
  block: ObjectNode,
  draft: Value,
  signal?: AbortSignal,
): Promise<Repaired | undefined> {
  let config: Value = draft;
  for (let round = 0; ; round += 1) {
    const problems = await session.validate(type, config, signal);
    if (problems === undefined) return undefined;
    if (problems.length === 0) return { config };
    const path =
      round < MAX_REPAIRS ? problems.map((one) => toTakeOut(block, config, one)).find((one) => one) : undefined;
    if (path === undefined) return { problems: problems.map((one) => problemText(block, one)) };
    config = without(block, config, path);
  }
}

const problemText = (block: ObjectNode, { path, text }: ConfigProblem): string =>
  path.length === 0 ? text : `${pathThrough(block, path)}: ${text}`;

/** The names in quotes or backticks in a provider's message. */
const named = (text: string): string[] =>
  [...text.matchAll(/["'`]([a-z][a-z0-9_.]*)["'`]/g)].map(([, name = '']) => name);

const EXCLUDES =
  /conflict|only one of|exactly one of|cannot be (?:set|specified|used) (?:with|together|at the same)|mutually exclusive/i;

/** The path of the value to remove for a problem; undefined if there is none. */
function toTakeOut(block: ObjectNode, config: Value, { path, text }: ConfigProblem): Path | undefined {
  const isSet = (one: Path) => one.length > 0 && hasContent(valueAt(config, one)) && isOptional(block, one);
  if (EXCLUDES.test(text)) {
    const rivals = [
      path,
      ...named(text).map((name): Path => name.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step))),
    ];
    const set = rivals.filter(isSet);
    return set.toSorted((a, b) => preference(block, a) - preference(block, b))[0];
  }
  // A wrong value is removed itself if it is optional, or else the nearest optional block around it. For a missing
  // value,
  // its block is removed.
  for (let length = path.length; length > 0; length -= 1) {
    const at = path.slice(0, length);
    if (isSet(at)) return at;
  }
  return named(text)
    .map((name): Path => [name])
    .find(isSet);
}

/**
 * The order in which arguments that exclude each other are removed: a prefix first, then one that the cloud can set.
 */
function preference(block: ObjectNode, path: Path): number {
  const name = String(path.at(-1));
  if (name.endsWith('_prefix')) return 0;
  const member = memberAt(block, path);
  if (member?.role === 'attribute' && member.computed) return name === 'name' ? 3 : 1;
  return 2;
}

function memberAt(block: ObjectNode, path: Path): Member | undefined {
  let node: SchemaNode | undefined = block;
  let member: Member | undefined;
  for (const step of path) {
    if (node?.kind === 'object') {
      member = Object.hasOwn(node.members, step) ? node.members[step] : undefined;
      node = member?.node;
    } else node = node && 'element' in node ? node.element : undefined;
  }
  return member;
}

/** True if a value may be omitted: an optional attribute, a block, or an element of blocks. */
function isOptional(block: ObjectNode, path: Path): boolean {
  const member = memberAt(block, path);
  return member?.role === 'block' || (member?.role === 'attribute' && member.optional);
}

/** The configuration without the value at a path. */
export function without(node: SchemaNode, value: Value, path: Path): Value {
  const [step, ...rest] = path as [Step, ...Step[]];
  if (node.kind === 'object') {
    const member = node.members[String(step)];
    if (member === undefined) return value;
    const inner = fieldOf(fields(value), String(step));
    return {
      ...fields(value),
      [String(step)]: rest.length === 0 ? nothingOf(member) : without(member.node, inner, rest),
    };
  }
  if (!('element' in node)) return value;
  if (Array.isArray(value)) {
    if (rest.length === 0) return value.filter((_, i) => i !== Number(step));
    return value.map((one, i) => (i === Number(step) ? without(node.element, one, rest) : one));
  }
  const { [String(step)]: inner = null, ...others } = fields(value);
  return rest.length === 0 ? others : { ...others, [String(step)]: without(node.element, inner, rest) };
}
