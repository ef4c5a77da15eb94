import { diffArrays } from 'diff';
import { type Document, isDocument } from './shown-drift.ts';

/** Which side a line is on: what the state says, what the cloud says, or both. */
export type Kind = 'same' | 'before' | 'after';
export type Line = { kind: Kind; text: string };

/** A part of a list or an object: on one side, or on both and different. Members of objects have a name. */
type Part = { name?: string } & (
  | { kind: Kind; value: unknown }
  | { kind: 'differs'; before: Document; after: Document }
);

/** Elements of a list that differ: beyond so many nobody compares, and all of both sides is shown. */
const MAX_EDITS = 1000;

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const textOf = (value: unknown): string => JSON.stringify(value);

/** Two values that differ: what differs inside them where both are lists or both are objects, else one instead of the other. */
function different(before: unknown, after: unknown): Part[] {
  return isDocument(before) && isDocument(after) && isList(before) === isList(after)
    ? [{ kind: 'differs', before, after }]
    : [
        { kind: 'before', value: before },
        { kind: 'after', value: after },
      ];
}

/** The elements (with their index) that are left when each element of `other` has cancelled an equal one. */
function without(list: readonly unknown[], other: readonly unknown[]): [unknown, number][] {
  const rest = new Map<string, number>();
  for (const text of other.map(textOf)) rest.set(text, (rest.get(text) ?? 0) + 1);
  return list.flatMap((element, index): [unknown, number][] => {
    const text = textOf(element);
    const left = rest.get(text) ?? 0;
    rest.set(text, left - 1);
    return left > 0 ? [] : [[element, index]];
  });
}

/**
 * `before` with what is in both lists in the order of `after`, and an only element that has become another one in its place. Rules
 * of a security group are a set: their order says nothing. A list of other things stays as it is, and so does one whose
 * order alone differs.
 */
function arranged(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  if (![...before, ...after].every((one) => isDocument(one) && !isList(one))) return before;
  const [gone, come] = [without(before, after), without(after, before)];
  if (gone.length === 0 && come.length === 0) return before;
  const [was, is] = [gone[0], come[0]];
  if (gone.length === 1 && come.length === 1 && was && is) return after.with(is[1], was[0]);
  const [own, others] = [gone, come].map((left) => new Set(left.map(([, index]) => index)));
  const shared = after.filter((_, index) => !others?.has(index)).values();
  return before.map((element, index) => (own?.has(index) ? element : shared.next().value));
}

/** Elements between two that are equal: as many on both sides are those that changed in their place. */
function between(before: readonly unknown[], after: readonly unknown[]): Part[] {
  const pairs = before.map((one, index) => different(one, after[index]));
  if (before.length === after.length && pairs.every(({ length }) => length === 1)) return pairs.flat();
  return [
    ...before.map((value): Part => ({ kind: 'before', value })),
    ...after.map((value): Part => ({ kind: 'after', value })),
  ];
}

function elements(before: readonly unknown[], after: readonly unknown[]): Part[] {
  const was = arranged(before, after).map(textOf);
  const changes = diffArrays(was, after.map(textOf), { maxEditLength: MAX_EDITS });
  if (changes === undefined) return between(before, after);
  const parts: Part[] = [];
  let [gone, come]: [unknown[], unknown[]] = [[], []];
  for (const { added, removed, value } of changes) {
    const values = value.map((text): unknown => JSON.parse(text));
    if (removed) gone = values;
    else if (added) come = values;
    else {
      parts.push(...between(gone, come), ...values.map((one): Part => ({ kind: 'same', value: one })));
      [gone, come] = [[], []];
    }
  }
  return [...parts, ...between(gone, come)];
}

function member(before: unknown, after: unknown): Part[] {
  if (before === undefined) return [{ kind: 'after', value: after }];
  if (after === undefined) return [{ kind: 'before', value: before }];
  return textOf(before) === textOf(after) ? [{ kind: 'same', value: after }] : different(before, after);
}

function members(before: object, after: object): Part[] {
  const was = new Map<string, unknown>(Object.entries(before));
  const is = new Map<string, unknown>(Object.entries(after));
  const names = [...new Set([...was.keys(), ...is.keys()])].toSorted();
  return names.flatMap((name) => member(was.get(name), is.get(name)).map((part): Part => ({ ...part, name })));
}

function linesOf(part: Part, indent: string, comma: string): Line[] {
  const start = indent + (part.name === undefined ? '' : `${textOf(part.name)}: `);
  if (part.kind === 'differs') return insideOf(part.before, part.after, start, indent, comma);
  const texts = JSON.stringify(part.value, null, 2).split('\n');
  return texts.map((text, index) => ({
    kind: part.kind,
    text: `${index === 0 ? start : indent}${text}${index === texts.length - 1 ? comma : ''}`,
  }));
}

function insideOf(before: Document, after: Document, start: string, indent: string, comma: string): Line[] {
  const isOfLists = isList(before) && isList(after);
  const parts = isOfLists ? elements(before, after) : members(before, after);
  const [open, close] = isOfLists ? '[]' : '{}';
  return [
    { kind: 'same', text: `${start}${open}` },
    ...parts.flatMap((part, index) => linesOf(part, `${indent}  `, index === parts.length - 1 ? '' : ',')),
    { kind: 'same', text: `${indent}${close}${comma}` },
  ];
}

/**
 * Two documents of one kind as lines of one: members of objects are compared by name, elements of lists as whole elements, so that
 * an added one is shown as a whole, and not by the lines that differ from those beside it. Objects in a list may come in any
 * order. The keys of all objects have to be in order: equal values are equal texts then. Lines of one side and of both are that
 * side's document, but for commas before a closing bracket.
 */
export function documentLines(before: Document, after: Document): Line[] {
  return different(before, after).flatMap((part) => linesOf(part, '', ''));
}
