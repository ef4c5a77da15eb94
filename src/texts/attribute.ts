import type { Json } from '../base/json.ts';
import type { AttributeDrift } from '../engine/model/analysis.ts';
import { differences, structureOf, type Difference } from '../engine/value/difference.ts';
import { inline, inlinePair } from '../engine/value/inline.ts';
import { leftOutBy } from '../engine/value/elements.ts';
import { MASK } from '../engine/mask/mask.ts';
import { widestFirst } from '../engine/value/width.ts';
import { visible } from '../base/visible.ts';
import { plural } from '../base/plural.ts';
import { fit, fits, wrap } from './width.ts';

/** One line of a difference: `-` for the state, `+` for the cloud, `~` for both. */
export type DiffLine = { depth: number; sign: '~' | '+' | '-' | ' '; text: string };

/** The line in a `diff` block, where `!` is the sign for a line about both sides. */
export const diffText = ({ depth, sign, text }: DiffLine): string =>
  `${sign === '~' ? '!' : sign} ${'  '.repeat(depth)}${text}`;

const INDENT = 2;
const MAX_LINES = 12;
const MAX_DOCUMENT = 40;
const MAX_WRAPPED = 4;
/** Maximum common characters that are kept before the first difference of two long texts. */
const CONTEXT = 12;

function commonStart(a: string[], b: string[]): number {
  let n = 0;
  while (n < a.length && n < b.length && a[n] === b[n]) n++;
  return n;
}

/** Cuts two long texts so that their first difference is visible. */
function aroundDifference(before: string, after: string, width: number): [string, string] {
  if (fits(before, width) && fits(after, width)) return [before, after];
  const [a, b] = [Array.from(before), Array.from(after)];
  const from = commonStart(a, b) - CONTEXT;
  const cut = (characters: string[]) =>
    fit(from > CONTEXT ? `…${characters.slice(from).join('')}` : characters.join(''), width);
  return [cut(a), cut(b)];
}

/** `label: before → after` on one line if that fits, else on separate lines. */
function change(depth: number, label: string, before: Json, after: Json, width: number, note = ''): DiffLine[] {
  const room = width - depth * INDENT;
  const [a, b] = inlinePair(before, after);
  const one = `${label}: ${a} → ${b}${note}`;
  if (fits(one, room)) return [{ depth, sign: '~', text: one }];
  const [cutA, cutB] = aroundDifference(a, b, room - INDENT);
  return [
    { depth, sign: '~', text: fit(`${label}${note}`, room) },
    { depth: depth + 1, sign: '-', text: cutA },
    { depth: depth + 1, sign: '+', text: cutB },
  ];
}

/** The width in columns, and the place where the whole value can be read. */
type Room = { width: number; where: string };

function more(lines: number, { where }: Room): string {
  return `… ${plural(lines, 'more line')}; all of it ${where}`;
}

/** A value that exists on one side only, on one or a few lines. */
function oneSided(depth: number, sign: '+' | '-', text: string, room: Room): DiffLine[] {
  const lines = wrap(text, room.width - (depth + 1) * INDENT);
  const kept = lines.slice(0, MAX_WRAPPED);
  if (lines.length > MAX_WRAPPED) kept.push(more(lines.length - MAX_WRAPPED, room));
  return kept.map((line, i): DiffLine =>
    i === 0 ? { depth, sign, text: line } : { depth: depth + 1, sign: ' ', text: line },
  );
}

/** A document that exists on one side only, with one line for each part, up to `MAX_DOCUMENT` lines. */
function documentLines(sign: '+' | '-', label: string, value: Json, room: Room): DiffLine[] {
  const texts = JSON.stringify(value, null, INDENT).split('\n');
  const kept = texts.slice(0, MAX_DOCUMENT);
  if (texts.length > MAX_DOCUMENT) kept.push(more(texts.length - MAX_DOCUMENT, room));
  const lines = kept.map((text): DiffLine => ({ depth: 1, sign, text: fit(visible(text), room.width - INDENT) }));
  return [{ depth: 0, sign, text: fit(label, room.width) }, ...lines];
}

/** A value that exists on one side only: on one or a few lines, or as a document. */
function oneSide(sign: '+' | '-', path: string, value: Json, note: string, room: Room): DiffLine[] {
  const document = typeof value === 'string' ? structureOf(value) : undefined;
  const text = `${path}: ${inline(value)}${note}`;
  return document === undefined || fits(text, room.width)
    ? oneSided(0, sign, text, room)
    : documentLines(sign, `${path} (JSON)${note}`, document, room);
}

const newIn = (difference: Difference): string =>
  difference.kind === 'added'
    ? inline(difference.value)
    : difference.kind === 'changed'
      ? inline(difference.after)
      : '';

function differenceLines(difference: Difference, depth: number, room: Room): DiffLine[] {
  if (difference.kind === 'changed')
    return change(depth, difference.path || 'value', difference.before, difference.after, room.width);
  if (difference.kind === 'reordered')
    return [{ depth, sign: '~', text: `${difference.path || 'the same elements'}: in another order` }];
  const label = difference.path === '[]' ? '' : `${difference.path}: `;
  return oneSided(depth, difference.kind === 'added' ? '+' : '-', label + inline(difference.value), room);
}

/** The differing lines of two multi-line texts, without their common start and end. */
function textLines(before: string, after: string, depth: number, width: number): DiffLine[] {
  const [a, b] = [before.split('\n'), after.split('\n')];
  const start = commonStart(a, b);
  const end = Math.min(commonStart(a.toReversed(), b.toReversed()), Math.min(a.length, b.length) - start);
  const side = (sign: '-' | '+', lines: string[]) =>
    lines
      .slice(start, lines.length - end)
      .map((line): DiffLine => ({ depth, sign, text: fit(visible(line), width - depth * INDENT) }));
  // A mark for omitted lines counts as the lines that it stands for.
  const first = a.slice(0, start).reduce((sum, line) => sum + (leftOutBy(line) || 1), 1);
  return [{ depth, sign: ' ', text: `from line ${first}` }, ...side('-', a), ...side('+', b)];
}

function capped(lines: DiffLine[], depth: number, room: Room): DiffLine[] {
  if (lines.length <= MAX_LINES + 1) return lines;
  const rest = lines.length - MAX_LINES;
  return [...lines.slice(0, MAX_LINES), { depth, sign: ' ', text: more(rest, room) }];
}

/** The differences inside both values, if that shows more than the two values next to each other. */
function inside(before: Json, after: Json, room: Room): { note: string; lines: DiffLine[] } | undefined {
  const structured = structureOf(before) ?? structureOf(after);
  if (structured) {
    const found = differences(before, after);
    if (found.length === 0 || found.some(({ kind, path }) => kind === 'changed' && path === '')) return undefined;
    const note = typeof before === 'string' || typeof after === 'string' ? ' (JSON)' : '';
    // If not all differences are shown, the widest come first.
    const led = found.length > MAX_LINES ? widestFirst(found, newIn) : found;
    return { note, lines: led.flatMap((difference) => differenceLines(difference, 1, room)) };
  }
  if (typeof before !== 'string' || typeof after !== 'string') return undefined;
  if (before === after || !(before.includes('\n') && after.includes('\n'))) return undefined;
  return { note: ' (text)', lines: textLines(before, after, 1, room.width) };
}

const SIGNS = { added: '+', removed: '-' } as const;
const isNothing = (value: Json) => value === null || value === '';

/** True if no part of the values may be shown, or if all visible parts are equal. */
function isHidden({ before, after, sensitive }: AttributeDrift): boolean {
  if (!sensitive) return false;
  const texts = [before, after].map((value) => JSON.stringify(value));
  return before === MASK || texts[0] === texts[1] || !texts.some((text) => text.includes(MASK));
}

/** Attributes that repeat others: all tags of a resource, including the provider's. */
const MIRROR = /^(?:(tags)_all|(?:effective|terraform)_(labels|annotations))(?=$|\[)/;

/**
 * Selects the attributes to show, so that each change is listed once. A tag is shown by `tags_all` if that shows more
 * than the tag itself.
 */
export function shownAttributes(attributes: readonly AttributeDrift[]): AttributeDrift[] {
  const valuesOf = ({ before, after, before_fingerprint: was, after_fingerprint: is }: AttributeDrift) =>
    JSON.stringify([before, after, was, is]);
  const mirrors = new Map(
    attributes.flatMap((one) => {
      const mirrored = one.path.replace(MIRROR, '$1$2');
      return mirrored === one.path ? [] : [[mirrored, valuesOf(one)] as const];
    }),
  );
  const own = new Map(attributes.map((one) => [one.path, valuesOf(one)]));
  return attributes.filter((one) => {
    const [mirrored, values] = [one.path.replace(MIRROR, '$1$2'), valuesOf(one)];
    return mirrored === one.path ? (mirrors.get(one.path) ?? values) === values : own.get(mirrored) !== values;
  });
}

/**
 * Formats one attribute of a finding in lines of at most `width` columns (without sign and indentation): short values
 * as `path: before → after`, lists, objects and JSON texts by their inner differences. `where` tells where the whole
 * value can be read. The result contains no control characters for terminals.
 */
export function attributeLines(attribute: AttributeDrift, width: number, where = 'with --json'): DiffLine[] {
  const path = visible(attribute.path);
  const note = attribute.requires_replace ? '  (restoring it replaces the resource)' : '';
  const { before, after, action } = attribute;
  if (isHidden(attribute)) {
    const [sign, text] =
      action === 'changed' ? (['~', `${MASK} → ${MASK}`] as const) : ([SIGNS[action], MASK] as const);
    const whole = `${path}: ${text}${note}`;
    return [{ depth: 0, sign, text: fits(whole, width) ? whole : fit(`${path}: ${MASK}`, width) }];
  }
  const room = { width, where };
  const within = inside(before, after, room);
  if (within)
    return [
      { depth: 0, sign: '~', text: fit(`${path}${within.note}${note}`, width) },
      ...capped(within.lines, 1, room),
    ];
  if (action === 'added' && isNothing(before)) return oneSide('+', path, after, note, room);
  if (action === 'removed' && isNothing(after)) return oneSide('-', path, before, note, room);
  return change(0, path, before, after, width, note);
}
