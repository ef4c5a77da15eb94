import type { Value } from '../../base/value.ts';
import { elements, fields } from '../../engine/value/canonical.ts';
import { text, valuesAt } from '../../engine/value/fields.ts';
import { canonicalJson } from '../../engine/value/json-documents.ts';
import type { DocumentKind } from '../../engine/value/json-table.ts';

/**
 * Splits a value into parts. A part is one indivisible element of a parent's inline attribute (one peer of one rule,
 * one route, one attached policy), as a text that is equal for parent and child.
 */
export type ToParts = (value: Value) => string[];

const texts = (value: Value | undefined): string[] => elements(value).map(text);
const isFilled = (value: string): boolean => value !== '';

/** A list or set of texts. A single text counts as a list of one. */
export const listed: ToParts = (value) => (Array.isArray(value) ? texts(value) : [text(value)]).filter(isFilled);
/** Fields of a child, which may lie in blocks: a text gives one part, a list one part for each element. */
export const field =
  (...names: string[]): ToParts =>
  (value) =>
    listed(names.flatMap((name) => valuesAt(value, name)));

/** A document as one part, compared by its meaning. */
export const document =
  (kind: DocumentKind): ToParts =>
  (value) =>
    listed(value).map((one) => canonicalJson(one, kind));
/** A document in a child's field, as one part. */
export const documentField =
  (name: string, kind: DocumentKind): ToParts =>
  (value) =>
    document(kind)(fields(value)[name] ?? null);

/** One part for each element, made of the named fields. */
const together = (names: readonly string[], value: Value | undefined): string[] =>
  elements(value)
    .map(fields)
    .map((one) => names.map((name) => (one[name] === true ? 'true' : text(one[name]))).join('|'));
/** Blocks of a parent, compared by the named fields. */
export const rows =
  (...names: string[]): ToParts =>
  (value) =>
    together(names, value);
/** A standalone child that is such a block. */
export const row =
  (...names: string[]): ToParts =>
  (value) =>
    Object.keys(fields(value)).length === 0 ? [] : together(names, [value]);
/** Blocks of a parent and standalone children with the same field names. */
export const sameRows = (...names: string[]) => ({ ofParent: rows(...names), ofChild: row(...names) });
/** Blocks inside a child, compared by the named fields. */
export const rowsIn =
  (name: string, ...names: string[]): ToParts =>
  (value) =>
    together(names, fields(value)[name]);

/** A value as text that ignores the order of lists; empty for an empty value. */
function filled(value: Value | undefined): string {
  if (Array.isArray(value)) return value.map(filled).filter(isFilled).sort().join(',');
  if (typeof value !== 'object' || value === null) return value === true ? 'true' : text(value);
  const members = Object.entries(value).map(([name, one]) => [name, filled(one)] as const);
  return members
    .filter(([, one]) => isFilled(one))
    .map(([name, one]) => `${name}:${one}`)
    .sort()
    .join(';');
}
/** Blocks of a parent, compared by the named fields with all nested values. */
export const wholes =
  (...names: string[]): ToParts =>
  (value) =>
    elements(value)
      .map(fields)
      .map((one) => filled(Object.fromEntries(names.map((name) => [name, one[name] ?? null]))))
      .filter(isFilled);
/** A standalone child that is such a block. */
export const asWhole =
  (...names: string[]): ToParts =>
  (value) =>
    wholes(...names)([value]);
/** Only the last path segment of each part: `disk-1` of `projects/p/zones/z/disks/disk-1`. */
export const lastPart =
  (toParts: ToParts): ToParts =>
  (value) =>
    toParts(value).map((one) => one.split('/').at(-1) ?? one);

/**
 * Every text and number in a value, without field names: the bucket and its standalone resources structure the same
 * settings differently. Booleans and empty prefixes are omitted.
 */
export const leaves: ToParts = (value) => {
  if (Array.isArray(value)) return value.flatMap(leaves);
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leaves);
  const leaf = text(value);
  return leaf === '' || leaf === '0' ? [] : [leaf];
};
