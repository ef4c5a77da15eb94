import type { Member, ObjectNode, SchemaNode } from '../../src/base/schema.ts';
import type { Path, Value } from '../../src/base/value.ts';
import { isEmpty } from '../../src/engine/value/empty.ts';
import { isComputedOnly } from '../../src/engine/model/flags.ts';

/** A live value that is changed at one path. */
export type Mutation = { path: Path; kind: 'add' | 'change' | 'remove' | 'element'; live: Value };
type Change = { path: Path; kind: Mutation['kind']; value: Value };

const fieldsOf = (value: Value): Record<string, Value> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};

/** Whether an attribute is skipped: it has special rules, or nobody can set it. */
const isLeftOut = (name: string, member: Member, top: boolean): boolean =>
  isComputedOnly(member) ||
  (member.role === 'attribute' && member.writeOnly) ||
  name === 'tags' ||
  name === 'tags_all' ||
  (top && (name === 'id' || name === 'timeouts'));

function* texts(value: Value, path: Path): Generator<Change> {
  const text = typeof value === 'string' ? value : '';
  const empty = text === '';
  if (text.startsWith('{')) {
    const document = JSON.parse(text) as { Statement?: object[] };
    const [first] = Array.isArray(document.Statement) ? document.Statement : [];
    if (first) Object.assign(first, { Action: 'iam:PassRole' });
    else Object.assign(document, { zz: '1' });
    yield { path, kind: 'change', value: JSON.stringify(document) };
    return;
  }
  const other = /^\d+$/.test(text) ? String(Number(text) + 1) : `${text}x`;
  yield { path, kind: empty ? 'add' : 'change', value: empty ? 'zz' : other };
  if (!empty) yield { path, kind: 'remove', value: null };
}

function* lists(element: SchemaNode, kind: 'list' | 'set', value: Value, path: Path): Generator<Change> {
  const elements = Array.isArray(value) ? value : [];
  if (elements.length > 0) yield { path, kind: 'remove', value: elements.slice(1) };
  if (element.kind === 'string') yield { path, kind: 'add', value: [...elements, 'zz'] };
  for (const [i, one] of elements.entries())
    for (const change of changesIn(element, one, [])) {
      if (kind === 'list') yield { ...change, path: [...path, i, ...change.path] };
      else if (change.kind === 'change')
        yield { path, kind: 'element', value: elements.with(i, changedAt(one, change.path, change.value)) };
    }
}

function* maps(value: Value, path: Path): Generator<Change> {
  const given = fieldsOf(value);
  yield { path, kind: 'add', value: { ...given, zz: 'zz' } };
  const [[key, first] = []] = Object.entries(given);
  if (key === undefined || typeof first !== 'string') return;
  yield { path, kind: 'change', value: { ...given, [key]: `${first}x` } };
  const { [key]: _gone, ...rest } = given;
  yield { path, kind: 'remove', value: rest };
}

function* changesIn(node: SchemaNode, value: Value, path: Path): Generator<Change> {
  switch (node.kind) {
    case 'object':
      if (value === null && path.length > 0) return;
      for (const [name, member] of Object.entries(node.members))
        if (!isLeftOut(name, member, path.length === 0))
          yield* changesIn(member.node, fieldsOf(value)[name] ?? null, [...path, name]);
      return;
    case 'string':
      yield* texts(value, path);
      return;
    case 'number':
      yield { path, kind: isEmpty(value) ? 'add' : 'change', value: Number(value ?? 0) + 1 };
      if (!isEmpty(value)) yield { path, kind: 'remove', value: 0 };
      return;
    case 'bool':
      yield { path, kind: value === true ? 'remove' : 'add', value: value !== true };
      return;
    case 'list':
    case 'set':
      yield* lists(node.element, node.kind, value, path);
      return;
    case 'map':
      if (node.element.kind === 'string') yield* maps(value, path);
      return;
    case 'tuple':
    case 'dynamic':
  }
}

function changedAt(value: Value, path: Path, to: Value): Value {
  const [step, ...rest] = path;
  if (step === undefined) return to;
  if (Array.isArray(value)) return value.with(Number(step), changedAt(value[Number(step)] ?? null, rest, to));
  const inner: Value = changedAt(fieldsOf(value)[String(step)] ?? null, rest, to);
  return Object.fromEntries([...Object.entries(fieldsOf(value)), [String(step), inner]]);
}

/** All mutations of a live value at one path: additions, changes, removals. */
export function* mutationsOf(block: ObjectNode, value: Value): Generator<Mutation> {
  for (const { path, kind, value: to } of changesIn(block, value, []))
    yield { path, kind, live: changedAt(value, path, to) };
}
