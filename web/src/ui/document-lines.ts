import { diffArrays } from 'diff';
import { type Document, isDocument } from './shown-drift.ts';

/** The side of a line: the state (`before`), the cloud (`after`), or both (`same`). */
export type Kind = 'same' | 'before' | 'after';
export type Line = { kind: Kind; text: string };

/**
 * An element of a list or a member of an object: equal, on one side only, or different on both. Members have a name.
 */
type Part = { name?: string } & (
  | { kind: Kind; value: unknown }
  | { kind: 'differs'; before: Document; after: Document }
);

/** With more differing elements, two lists are not compared: both are shown whole. */
const MAX_EDITS = 1000;

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const textOf = (value: unknown): string => JSON.stringify(value);

/** Two different values: compared inside if both are lists or both are objects, otherwise one replaces the other. */
function different(before: unknown, after: unknown): Part[] {
  return isDocument(before) && isDocument(after) && isList(before) === isList(after)
    ? [{ kind: 'differs', before, after }]
    : [
        { kind: 'before', value: before },
        { kind: 'after', value: after },
      ];
}

/** The elements of `list` without a counterpart in `other`, with their index; each element of `other` cancels one. */
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
 * Reorders `before` like `after`, since lists of objects, such as the rules of a security group, may be sets. Elements
 * of both lists take the order of `after`. If exactly one element was replaced, the old one takes the index of the new
 * one. Other lists stay as they are, and so do lists that differ only in their order.
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

/**
 * The elements between two equal ones: compared in pairs if both sides have the same number, all of which can be
 * compared.
 */
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
 * The diff of two lists or two objects as lines of JSON. Members of objects are compared by name. Elements of lists are
 * compared as a whole, so that an added element is shown whole, and not by the lines that differ from its neighbours.
 * Objects in a list may be in any order. The keys of all objects must be sorted, so that equal values are equal texts.
 * The lines of one side together with the lines of both are that side's document, except for commas before a closing
 * bracket.
 */
export function documentLines(before: Document, after: Document): Line[] {
  return different(before, after).flatMap((part) => linesOf(part, '', ''));
}
